// verify valid-deref => FALSE(valid-deref)
// A byte of a pointer is overwritten.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *keep = p;
    unsigned char *bytes = (unsigned char *)&p;
    bytes[3] ^= 64;
    *p = 1;
    free(keep);
    return 0;
}
