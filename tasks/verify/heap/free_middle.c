// verify memsafety => FALSE(valid-free)
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    p++;
    free(p);
    return 0;
}
