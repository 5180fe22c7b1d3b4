// verify memsafety => TRUE
// The head of the list is a local variable, and the links are inside of the elements.
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct timer {
    int expires;
    struct list_head link;
};
static void list_add(struct list_head *new, struct list_head *head)
{
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}
int main(void)
{
    struct list_head head = { &head, &head };
    while (__VERIFIER_nondet_int()) {
        struct timer *t = malloc(sizeof *t);
        t->expires = __VERIFIER_nondet_int();
        list_add(&t->link, &head);
    }
    struct list_head *at = head.next;
    while (at != &head) {
        struct timer *t = container_of(at, struct timer, link);
        at = at->next;
        free(t);
    }
    return 0;
}
