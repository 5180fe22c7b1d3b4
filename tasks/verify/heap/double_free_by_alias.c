// verify memsafety => FALSE(valid-free) by int=1
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(4), *q = malloc(4);
    int *r = __VERIFIER_nondet_int() ? p : q;
    free(r);
    free(p);
    if (r == p)
        free(q);
    return 0;
}
