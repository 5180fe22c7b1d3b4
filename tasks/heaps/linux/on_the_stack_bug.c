// verify memsafety => FALSE(valid-deref) by int=1 int=0 int=0
// The next link is read after its element was freed.
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
        free(t);
        at = at->next;
    }
    return 0;
}
