// verify memsafety => FALSE(valid-free) by int=0 int=1 int=0
// The head is not made empty, and its elements are freed with both lists.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};
struct request {
    struct list_head queue;
    char *buffer;
};
static void init(struct list_head *head)
{
    head->next = head->prev = head;
}
static void fill(struct list_head *head)
{
    while (__VERIFIER_nondet_int()) {
        struct request *r = malloc(sizeof *r);
        r->queue.next = head;
        r->queue.prev = head->prev;
        head->prev->next = &r->queue;
        head->prev = &r->queue;
    }
}
static void splice(struct list_head *list, struct list_head *head)
{
    if (list->next == list)
        return;
    list->next->prev = head;
    list->prev->next = head->next;
    head->next->prev = list->prev;
    head->next = list->next;
}
int main(void)
{
    struct list_head a, b;
    init(&a);
    init(&b);
    fill(&a);
    fill(&b);
    splice(&b, &a);
    for (struct list_head *p = a.next, *n; p != &a; p = n) {
        n = p->next;
        free((struct request *)p);
    }
    if (b.next != &b)
        free((struct request *)b.next);
    return 0;
}
