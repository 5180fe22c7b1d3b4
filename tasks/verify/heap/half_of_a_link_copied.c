// verify valid-deref => FALSE(valid-deref)
// The lower half of an address is no address.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
};
int main(void)
{
    struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    memcpy(&a->next, &b, sizeof b / 2);
    if (a->next)
        a->next->next = 0;
    free(b);
    free(a);
    return 0;
}
