// verify unreach-call => FALSE(unreach-call) by x@0x100000 y@0x100004
// The same for local variables, by way of integers.
#include <stdint.h>
void reach_error(void);

int main(void)
{
    int x = 1, y = 2;
    uintptr_t end = (uintptr_t)(&x + 1), start = (uintptr_t)&y;
    if (end == start)
        reach_error();
    return x + y - 3;
}
