// verify unreach-call => FALSE(unreach-call)
// The second list is not linked back.
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
    for (; l; l = l->succ) {
        if (l->succ && l->succ->pred != l)
            reach_error();
        if (l->pred && l->pred->succ != l)
            reach_error();
    }
}
static void link_lists(List *first, List *second)
{
    List *last = first;
    while (last->succ)
        last = last->succ;
    last->succ = second;
}
int main(void)
{
    List *l1 = some_list(), *l2 = some_list();
    link_lists(l1, l2);
    check(l1);
    return 0;
}
