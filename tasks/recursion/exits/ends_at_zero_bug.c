// verify unreach-call => FALSE(unreach-call) by uint=1
// Below 2 a call just returns.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void finish(void)
{
    exit(0);
}
void down(unsigned int n)
{
    if (n == 0)
        finish();
    if (n > 1)
        down(n - 1);
}
int main(void)
{
    down(__VERIFIER_nondet_uint());
    reach_error();
    return 0;
}
