// verify memsafety => TRUE
// A pointer into the middle reaches the object.
#include <stdlib.h>

char *keep;
int main(void)
{
    keep = malloc(8);
    keep += 4;
    *keep = 1;
    return 0;
}
