// verify memsafety => TRUE
// verify memcleanup => FALSE(valid-memcleanup)
// What a global still points to is not lost, but it is not freed either.
#include <stdlib.h>

int *keep;
int main(void)
{
    keep = malloc(4);
    *keep = 1;
    return 0;
}
