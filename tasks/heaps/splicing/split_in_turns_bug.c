// verify memsafety => FALSE(valid-deref) by int=-1 int=1 int=0
// The last cell of the first list still leads into the second one.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
};
static void release(struct cell *list)
{
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
}
int main(void)
{
    struct cell *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->next = list;
        list = c;
    }
    struct cell *odd = 0, *even = 0, **to_odd = &odd, **to_even = &even;
    for (int turn = 0; list; list = list->next, turn = !turn) {
        struct cell ***to = turn ? &to_even : &to_odd;
        **to = list;
        *to = &list->next;
    }
    *to_even = 0;
    release(odd);
    release(even);
    return 0;
}
