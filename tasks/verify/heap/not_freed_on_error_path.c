// verify memcleanup => FALSE(valid-memcleanup) by int=1
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(16);
    if (__VERIFIER_nondet_int())
        return 1;
    free(p);
    return 0;
}
