// verify memsafety => FALSE(valid-deref)
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 3;
    free(p);
    return *p;
}
