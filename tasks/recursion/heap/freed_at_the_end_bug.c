// verify memsafety => FALSE(valid-deref) by uint=1
// Each call writes to the cell once more when it returns.
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
    *cell = 0;
}
int main(void)
{
    last_frees(__VERIFIER_nondet_uint(), malloc(sizeof(int)));
    return 0;
}
