// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0 int=1 int=0 int=0
// The merge begins with the larger of the first keys.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct l {
    int key;
    struct l *next;
};
static struct l *descending(void)
{
    struct l *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct l *new = malloc(sizeof *new);
        new->key = __VERIFIER_nondet_int();
        if (list && new->key > list->key)
            new->key = list->key;
        new->next = list;
        list = new;
    }
    return list;
}
static struct l *merge(struct l *a, struct l *b)
{
    struct l head, *last = &head;
    while (a && b) {
        if (a->key >= b->key) {
            last->next = a;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a ? a : b;
    return head.next;
}
int main(void)
{
    struct l *m = merge(descending(), descending());
    for (; m && m->next; m = m->next)
        if (m->key > m->next->key)
            reach_error();
    return 0;
}
