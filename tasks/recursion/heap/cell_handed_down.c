// verify unreach-call => TRUE
// The cell of main is alive in every call, and each call adds one to it.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void add(unsigned int n, unsigned int *cell)
{
    if (n == 0)
        return;
    *cell += 1;
    add(n - 1, cell);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int *cell = malloc(sizeof *cell);
    *cell = 0;
    add(n, cell);
    if (*cell != n)
        reach_error();
    free(cell);
    return 0;
}
