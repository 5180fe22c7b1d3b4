// verify valid-memtrack => UNKNOWN
// An object whose address became an integer is never surely lost.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    uintptr_t hidden = (uintptr_t)malloc(4) ^ 77;
    for (;;)
        hidden ^= 0;
}
