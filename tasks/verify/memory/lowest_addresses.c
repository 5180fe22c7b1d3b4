// verify unreach-call => TRUE
// No object lies at the very start or end of the address space, so that going a little back or on does not wrap around.
#include <stdint.h>
void reach_error(void);

int main(void)
{
    char in[8];
    uintptr_t start = (uintptr_t)in;
    if (start - 15 > start || start + 4096 < start)
        reach_error();
    return 0;
}
