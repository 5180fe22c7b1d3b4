// verify => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int y = __VERIFIER_nondet_int(), x = 0, z = 0;
    if (y == 1)
        x = 1;
    else
        z = 1;
    assert(x - z != 0);
    return 1 / (x - z);
}
