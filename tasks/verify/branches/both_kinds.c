// verify => FALSE(unreach-call) by int=2
#include <assert.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x * 0 == 0);
    if (x == 2)
        reach_error();
    return 0;
}
