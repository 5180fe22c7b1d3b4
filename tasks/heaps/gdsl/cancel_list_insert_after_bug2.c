// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=1 int=0 int=0
// The cell behind is linked back to the first cell that is inserted.
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
static List *some_cell(List *l)
{
    while (l->succ && __VERIFIER_nondet_int())
        l = l->succ;
    return l;
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
static void insert_after(List *l, List *prev)
{
    List *next = prev->succ, *last = l;
    while (last->succ)
        last = last->succ;
    prev->succ = l;
    l->pred = prev;
    last->succ = next;
    if (next)
        next->pred = l;
}
int main(void)
{
    List *l = some_list(), *into = some_list();
    insert_after(l, some_cell(into));
    check(into);
    return 0;
}
