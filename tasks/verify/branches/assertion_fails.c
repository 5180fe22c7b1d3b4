// verify => FALSE(assertions) by int=-3
// verify unreach-call => TRUE
// A failed assertion is no call of the error function: it ends the execution.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x >= 0);
    if (x < 0)
        reach_error();
    return 0;
}
