// verify valid-memtrack => TRUE
// verify valid-memcleanup => TRUE
// A temporary keeps what it points to.
#include <stdlib.h>

static int *same(int *p)
{
    for (int i = 0; i < 3; i++)
        *p = i;
    return p;
}

int main(void)
{
    free(same(malloc(4)));
    return 0;
}
