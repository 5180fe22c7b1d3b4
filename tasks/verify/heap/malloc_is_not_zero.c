// verify unreach-call => FALSE(unreach-call) by seed 1
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (*p != 0)
        reach_error();
    free(p);
    return 0;
}
