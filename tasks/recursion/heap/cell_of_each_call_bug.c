// verify memcleanup => FALSE(valid-memcleanup) by uint=0
// The last call returns without freeing its cell.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

void work(unsigned int n)
{
    int *cell = malloc(sizeof *cell);
    *cell = 0;
    if (n == 0)
        return;
    work(n - 1);
    free(cell);
}
int main(void)
{
    work(__VERIFIER_nondet_uint());
    return 0;
}
