// verify unreach-call => FALSE(unreach-call)
// Memory that is made larger may move.
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    char *x = malloc(10);
    uintptr_t before = (uintptr_t)x;
    char *y = realloc(x, 50);
    if ((uintptr_t)y != before)
        reach_error();
    free(y);
    return 0;
}
