// verify memsafety => FALSE(valid-deref) by uint=9
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    char from[16] = { 0 }, to[8];
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 16)
        return 0;
    memcpy(to, from, n);
    return 0;
}
