// verify memsafety => FALSE(valid-deref)
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    int *old = p;
    p = realloc(p, 400);
    *old = 1;
    free(p);
    return 0;
}
