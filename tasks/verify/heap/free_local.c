// verify memsafety => FALSE(valid-free) by int=0
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char local[8];
    char *p = __VERIFIER_nondet_int() ? malloc(8) : local;
    p[0] = 1;
    free(p);
    return 0;
}
