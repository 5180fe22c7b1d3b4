// verify unreach-call => TRUE
// Memory of size 0 takes a byte, so that its address is its own.
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    char *p = malloc(0), *q = malloc(0);
    if (p == q)
        reach_error();
    free(p);
    free(q);
    return 0;
}
