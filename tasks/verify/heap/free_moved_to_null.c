// verify memsafety => FALSE(valid-free)
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    char *q = p - (uintptr_t)p;
    if (q == 0)
        free(q);
    free(p);
    return 0;
}
