// verify unreach-call => TRUE
// verify memcleanup => TRUE
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    int *p = calloc(4, sizeof *p);
    if (p[3] != 0)
        reach_error();
    free(p);
    return 0;
}
