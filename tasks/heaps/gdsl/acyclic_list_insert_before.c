// verify unreach-call => TRUE
// A list is inserted before some cell of another one: no cell is reached from itself by succ.
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
static void insert_before(List *l, List *next)
{
    List *prev = next->pred, *last = l;
    while (last->succ)
        last = last->succ;
    if (prev)
        prev->succ = l;
    l->pred = prev;
    last->succ = next;
    next->pred = last;
}
int main(void)
{
    List *l = some_list(), *into = some_list();
    insert_before(l, some_cell(into));
    check(into->pred ? l : into);
    return 0;
}
