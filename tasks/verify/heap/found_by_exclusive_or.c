// verify valid-deref => TRUE
// Two nodes are known by the exclusive or of their addresses and one of these.
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t link;
};
int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->link = b->link = (uintptr_t)a ^ (uintptr_t)b;
    b = 0;
    struct node *c = (struct node *)(a->link ^ (uintptr_t)a);
    c->link = 0;
    free(c);
    free(a);
    return 0;
}
