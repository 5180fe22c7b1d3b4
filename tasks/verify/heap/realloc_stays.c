// verify unreach-call => FALSE(unreach-call) by heap#0@0x100000 heap#2@0x100000
// Memory that is made larger may stay where it is.
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    char *x = malloc(10);
    uintptr_t before = (uintptr_t)x;
    char *y = realloc(x, 50);
    if ((uintptr_t)y == before)
        reach_error();
    free(y);
    return 0;
}
