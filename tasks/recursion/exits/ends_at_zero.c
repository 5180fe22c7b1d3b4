// verify unreach-call => TRUE
// The call with 0 ends the program, so that no call returns.
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
    down(n - 1);
}
int main(void)
{
    down(__VERIFIER_nondet_uint());
    reach_error();
    return 0;
}
