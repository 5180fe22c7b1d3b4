// verify unreach-call => TRUE
#include <stdint.h>
void reach_error(void);

int main(void)
{
    int x = 1, y = 2;
    uintptr_t one = (uintptr_t)&x, other = (uintptr_t)&y;
    if (one <= other && other - one < sizeof x)
        reach_error();
    return x + y - 3;
}
