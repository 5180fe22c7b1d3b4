// verify => TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list {
    struct list *succ, *pred;
};
static struct list *alloc_list(void)
{
    struct list *r = calloc(1, sizeof *r), *p = r;
    for (int i = 0; i < 2 && __VERIFIER_nondet_int(); i++) {
        struct list *t = calloc(1, sizeof *t);
        p->succ = t;
        t->pred = p;
        p = t;
    }
    return r;
}
int main(void)
{
    struct list *l1 = alloc_list(), *l2 = alloc_list(), *p = l1;
    while (p->succ)
        p = p->succ;
    p->succ = l2;
    l2->pred = p;
    for (p = l1; p && p->succ; p = p->succ)
        assert(p->succ->pred == p);
    return 0;
}
