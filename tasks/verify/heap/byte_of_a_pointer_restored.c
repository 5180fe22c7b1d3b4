// verify memsafety => TRUE
// A byte of a pointer is overwritten, and written back.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    unsigned char *bytes = (unsigned char *)&p, keep = bytes[1];
    bytes[1] = (unsigned char)(keep ^ 1);
    bytes[1] = keep;
    *p = 1;
    free(p);
    return 0;
}
