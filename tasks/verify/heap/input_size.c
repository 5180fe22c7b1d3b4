// verify memsafety => FALSE(valid-deref) by uint=0
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 10)
        return 0;
    char *p = malloc(n);
    p[0] = 1;
    free(p);
    return 0;
}
