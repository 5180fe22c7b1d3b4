// verify unreach-call => FALSE(unreach-call) by uint=0 int=-1
// The last value is not looked at.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int smallest(unsigned int n)
{
    int value = __VERIFIER_nondet_int();
    if (n == 0)
        return value;
    if (value < 0)
        exit(1);
    int below = smallest(n - 1);
    return value < below ? value : below;
}
int main(void)
{
    if (smallest(__VERIFIER_nondet_uint()) < 0)
        reach_error();
    return 0;
}
