// verify valid-memtrack => FALSE(valid-memtrack)
// verify valid-memcleanup => FALSE(valid-memcleanup)
// Memory is lost when its last pointer goes, in a program that never ends too.
#include <stdlib.h>

int main(void)
{
    int *p;
    for (;;)
        p = malloc(4);
}
