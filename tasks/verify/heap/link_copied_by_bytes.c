// verify memsafety => TRUE
// What memcpy writes to a link keeps the object.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
};
int main(void)
{
    struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    memcpy(&a->next, &b, sizeof b);
    b = 0;
    free(a->next);
    free(a);
    return 0;
}
