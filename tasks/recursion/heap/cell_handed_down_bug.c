// verify unreach-call => FALSE(unreach-call) by uint=0
// The last call adds one, too.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void add(unsigned int n, unsigned int *cell)
{
    *cell += 1;
    if (n == 0)
        return;
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
