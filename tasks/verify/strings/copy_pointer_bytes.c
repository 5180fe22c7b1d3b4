// verify unreach-call => TRUE
// verify memsafety => TRUE
// Bytes of a pointer carry the object with them.
#include <string.h>
void reach_error(void);

int main(void)
{
    int x = 5, *p = &x, *q;
    memcpy(&q, &p, sizeof p);
    *q = 6;
    if (x != 6)
        reach_error();
    return 0;
}
