// verify unreach-call => FALSE(unreach-call) by int=1 int=-1 int=0
// The element behind one that moves still points back to it.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct list_head {
    struct list_head *next, *prev;
} list_head;
struct device {
    long id;
    list_head node;
};
static void add_tail(list_head *new, list_head *head)
{
    list_head *last = head->prev;
    new->prev = last;
    new->next = head;
    last->next = new;
    head->prev = new;
}
static void unlink_(list_head *entry)
{
    entry->prev->next = entry->next;
}
int main(void)
{
    list_head head = { &head, &head };
    int command;
    while ((command = __VERIFIER_nondet_int())) {
        if (command == 1) {
            struct device *d = malloc(sizeof *d);
            d->id = 0;
            add_tail(&d->node, &head);
        } else if (head.next != &head) {
            list_head *first = head.next;
            unlink_(first);
            add_tail(first, &head);
        }
    }
    list_head *at = &head;
    do {
        if (at->next->prev != at)
            reach_error();
        at = at->next;
    } while (at != &head);
    return 0;
}
