// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0 int=1 int=0
// The cell behind gets no cell before.
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
static void unlink_cell(List *l)
{
    if (l->pred)
        l->pred->succ = l->succ;
    if (l->succ)
        l->succ->pred = NULL;
    l->succ = NULL;
    l->pred = NULL;
}
int main(void)
{
    List *l = some_list();
    List *gone = some_cell(l);
    if (gone == l)
        l = l->succ;
    unlink_cell(gone);
    check(l);
    check(gone);
    return 0;
}
