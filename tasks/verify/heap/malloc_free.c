// verify memsafety => TRUE
// verify memcleanup => TRUE
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 3;
    free(p);
    return 0;
}
