// verify memsafety => TRUE
// Only the last call frees the cell, and nobody uses it after that.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

void last_frees(unsigned int n, int *cell)
{
    *cell = 1;
    if (n == 0) {
        free(cell);
        return;
    }
    last_frees(n - 1, cell);
}
int main(void)
{
    last_frees(__VERIFIER_nondet_uint(), malloc(sizeof(int)));
    return 0;
}
