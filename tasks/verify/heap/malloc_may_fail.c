// verify memsafety => TRUE
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = 1;
    free(p);
    return 0;
}
