// verify memcleanup => TRUE
// Each call frees its own cell after the calls below freed theirs.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

void work(unsigned int n)
{
    int *cell = malloc(sizeof *cell);
    *cell = 0;
    if (n > 0)
        work(n - 1);
    free(cell);
}
int main(void)
{
    work(__VERIFIER_nondet_uint());
    return 0;
}
