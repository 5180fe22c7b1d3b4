// verify unreach-call => FALSE(unreach-call)
// The cell that is removed becomes its own successor.
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
    while (l && __VERIFIER_nondet_int())
        l = l->succ;
    for (const List *p = l ? l->succ : NULL; p; p = p->succ)
        if (p == l)
            reach_error();
}
static void unlink_cell(List *l)
{
    if (l->pred)
        l->pred->succ = l->succ;
    if (l->succ)
        l->succ->pred = l->pred;
    l->succ = l;
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
