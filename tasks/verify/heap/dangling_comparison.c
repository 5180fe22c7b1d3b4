// verify memsafety => TRUE
// Comparing and copying a pointer to freed memory is no access.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *q = p;
    free(p);
    if (q == p)
        q = 0;
    return q != 0;
}
