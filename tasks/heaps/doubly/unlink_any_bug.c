// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=0 int=1 int=0
// When the first cell is unlinked, the one behind it is passed over.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    struct node *prev, *next;
};
static struct node *head;

static void unlink_node(struct node *n)
{
    if (n->next)
        n->next->prev = n->prev;
    if (n->prev)
        n->prev->next = n->next;
    else
        head = n->next ? n->next->next : 0;
    free(n);
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = 0;
        n->next = head;
        if (head)
            head->prev = n;
        head = n;
    }
    struct node *n = head;
    while (n) {
        struct node *next = n->next;
        if (__VERIFIER_nondet_int())
            unlink_node(n);
        n = next;
    }
    while (head) {
        n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
