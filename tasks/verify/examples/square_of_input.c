// verify => FALSE(assertions) by uchar=5
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char n = __VERIFIER_nondet_uchar();
    int s = 0, d = 1;
    if (n > 20)
        return 0;
    for (int i = 0; i < n; i++) {
        s += d;
        d += i == 4 ? 3 : 2;
    }
    assert(s == n * n && (n != 5 || d == 11));
    return 0;
}
