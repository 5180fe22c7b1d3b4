// verify valid-memtrack => TRUE
// verify valid-memcleanup => TRUE
// A variable in scope keeps what it points to, though nobody reads it again.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    for (;;)
        ;
    return *p;
}
