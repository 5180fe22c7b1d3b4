// verify unreach-call => TRUE
// Who returns saw no negative value, for then the program has ended.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int smallest(unsigned int n)
{
    int value = __VERIFIER_nondet_int();
    if (value < 0)
        exit(1);
    if (n == 0)
        return value;
    int below = smallest(n - 1);
    return value < below ? value : below;
}
int main(void)
{
    if (smallest(__VERIFIER_nondet_uint()) < 0)
        reach_error();
    return 0;
}
