// verify memsafety => TRUE
// The only pointer lies at an odd place of a buffer.
#include <stdlib.h>
#include <string.h>

static char buffer[16];
int main(void)
{
    int *p = malloc(sizeof *p);
    memcpy(buffer + 3, &p, sizeof p);
    p = 0;
    int *q;
    memcpy(&q, buffer + 3, sizeof q);
    free(q);
    return 0;
}
