// verify => TRUE
// verify unreach-call => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        assert(x > 4);
    return 0;
}
