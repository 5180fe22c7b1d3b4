// verify memcleanup => FALSE(valid-memcleanup) by int=9
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(16);
    if (__VERIFIER_nondet_int() == 9)
        exit(1);
    free(p);
    return 0;
}
