// verify unreach-call => FALSE(unreach-call) by heap#0@0x100000 heap#1@0x100020
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    char *p = malloc(32), *q = malloc(32);
    if (p + 32 == q)
        reach_error();
    free(p);
    free(q);
    return 0;
}
