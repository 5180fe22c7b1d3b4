// verify memsafety => FALSE(valid-deref)
// A node that grows may move, and the link before it is not set again.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = 0;
    b = realloc(b, 100000);
    a->next->value = 1;
    free(a);
    free(b);
    return 0;
}
