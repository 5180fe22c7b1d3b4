// verify valid-memtrack => TRUE
// verify valid-memcleanup => FALSE(valid-memcleanup)
// The variables of main are still there where exit is called.
#include <stdlib.h>

static void leave(int status)
{
    exit(status);
}

int main(void)
{
    int *p = malloc(4);
    *p = 2;
    leave(*p);
    return 0;
}
