// verify memsafety => TRUE
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    for (int i = 0; i < 8; i++)
        *p++ = 0;
    p -= 8;
    free(p);
    return 0;
}
