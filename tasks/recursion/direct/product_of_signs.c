// verify assertions => TRUE
// Plain asserts: the sign of what is returned is that of n.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int sign(int n)
{
    if (n == 0 || n == 1 || n == -1)
        return n;
    int s = sign(n > 0 ? n - 1 : n + 1);
    assert(s == 1 || s == -1);
    return s;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int s = sign(n);
    assert(n > 0 ? s == 1 : n < 0 ? s == -1 : s == 0);
    return 0;
}
