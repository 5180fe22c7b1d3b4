// verify memsafety => TRUE
// The lowest bit of a link is a flag, which is cleared before the link is used.
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
int main(void)
{
    struct node *a = malloc(sizeof *a);
    a->next = (struct node *)((uintptr_t)a | 1);
    struct node *b = (struct node *)((uintptr_t)a->next & ~(uintptr_t)1);
    b->next = 0;
    free(b);
    return 0;
}
