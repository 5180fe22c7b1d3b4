// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=0 int=1
// If it is the first one of all, the rest is forgotten.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    int key;
    struct cell *next;
};
static struct cell *without(struct cell *list, int key)
{
    struct cell *prev = NULL, *at = list;
    while (at && at->key != key) {
        prev = at;
        at = at->next;
    }
    if (!at)
        return list;
    if (prev)
        prev->next = at->next;
    else
        list = prev;
    free(at);
    return list;
}
int main(void)
{
    struct cell *list = NULL;
    for (int key; (key = __VERIFIER_nondet_int()) != 0;) {
        struct cell *cell = malloc(sizeof *cell);
        cell->key = key;
        cell->next = list;
        list = cell;
    }
    list = without(list, __VERIFIER_nondet_int());
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
