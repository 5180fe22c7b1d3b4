// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=0 int=1 int=0 int=0
// Where a cell is removed, the one behind it is skipped.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};
static struct cell *build(void)
{
    struct cell *c = NULL;
    if (__VERIFIER_nondet_int()) {
        c = malloc(sizeof *c);
        c->value = __VERIFIER_nondet_int();
        c->next = build();
    }
    return c;
}
static struct cell *without_zeros(struct cell *list)
{
    if (!list)
        return NULL;
    if (list->value == 0) {
        struct cell *next = list->next;
        free(list);
        return without_zeros(next ? next->next : next);
    }
    list->next = without_zeros(list->next);
    return list;
}
int main(void)
{
    struct cell *list = without_zeros(build());
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
