// verify memsafety => FALSE(valid-deref)
// A pointer to each cell is kept, so that none is lost when the one before it is freed.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
struct node *all[3];

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
        all[i] = n;
    }
    for (struct node *n = head; n; n = n->next)
        free(n);
    return 0;
}
