// verify unreach-call => FALSE(unreach-call) by in@0x10000
// Otherwise objects lie anywhere.
#include <stdint.h>
void reach_error(void);

int main(void)
{
    char in[8];
    uintptr_t start = (uintptr_t)in;
    if (start - 0x20000 > start)
        reach_error();
    return 0;
}
