// verify memsafety => TRUE
// verify memcleanup => TRUE
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 6)
        return 0;
    char *p = malloc(n);
    for (unsigned int i = 0; i < n; i++)
        p[i] = 1;
    free(p);
    return 0;
}
