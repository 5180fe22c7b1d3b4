// verify unreach-call => FALSE(unreach-call) by int=0 int=0 int=1 int=0
// The end of the second list is linked to its beginning.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct list {
    struct list *succ, *pred;
} List;

static List *some_list(void)
{
    List *first = calloc(1, sizeof(List)), *last = first;
    while (__VERIFIER_nondet_int()) {
        List *new = calloc(1, sizeof(List));
        last->succ = new;
        new->pred = last;
        last = new;
    }
    return first;
}
static void check(const List *l)
{
    while (l && __VERIFIER_nondet_int())
        l = l->succ;
    for (const List *p = l ? l->succ : NULL; p; p = p->succ)
        if (p == l)
            reach_error();
}
static void link_lists(List *first, List *second)
{
    List *last = first;
    while (last->succ)
        last = last->succ;
    last->succ = second;
    second->pred = last;
    while (second->succ)
        second = second->succ;
    second->succ = last->succ;
}
int main(void)
{
    List *l1 = some_list(), *l2 = some_list();
    link_lists(l1, l2);
    check(l1);
    return 0;
}
