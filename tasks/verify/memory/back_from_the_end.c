// verify valid-deref => TRUE
// The integer is the end of an array and perhaps the start of the other: going back decides which.
#include <stdint.h>

int main(void)
{
    char a[16], b[16];
    a[15] = 1;
    b[0] = 2;
    uintptr_t other = (uintptr_t)b;
    char *p = (char *)(uintptr_t)(a + 16);
    return p[-1] + (other == 0) - 1;
}
