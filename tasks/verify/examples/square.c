// verify => TRUE
#include <assert.h>

int main(void)
{
    int n = 20, s = 0, d = 1;
    for (int i = 0; i < n; i++) {
        s += d;
        d += 2;
    }
    assert(s == n * n);
    return 0;
}
