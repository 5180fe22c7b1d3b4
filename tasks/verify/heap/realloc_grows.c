// verify memsafety => TRUE
// verify unreach-call => TRUE
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 4 * sizeof *p);
    p[3] = 4;
    if (p[0] != 1 || p[1] != 2)
        reach_error();
    free(p);
    return 0;
}
