// verify memsafety => FALSE(valid-deref)
// The size of the pointer is asked for, not that of the structure.
#include <stdlib.h>

struct record {
    int a[4];
};
int main(void)
{
    struct record *r = malloc(sizeof r);
    r->a[0] = 1;
    r->a[3] = 1;
    free(r);
    return 0;
}
