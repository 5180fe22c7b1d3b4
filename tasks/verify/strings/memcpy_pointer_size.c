// verify unreach-call => FALSE(unreach-call)
// verify memsafety => TRUE
// The size of the pointer is taken for that of the array.
#include <string.h>
void reach_error(void);

int main(void)
{
    char from[16], to[16] = { 0 };
    char *p = from;
    memset(from, 1, 16);
    memcpy(to, p, sizeof p);
    if (to[15] != 1)
        reach_error();
    return 0;
}
