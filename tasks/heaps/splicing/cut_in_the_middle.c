// verify memsafety => TRUE
// A list is cut where the input says, and the two parts are freed, the second one first.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct part {
    struct part *next;
    char name[8];
};
static void drop(struct part *p)
{
    for (struct part *next; p; p = next) {
        next = p->next;
        free(p);
    }
}
int main(void)
{
    struct part *first = malloc(sizeof *first);
    first->next = NULL;
    while (__VERIFIER_nondet_int()) {
        struct part *p = malloc(sizeof *p);
        p->name[7] = 0;
        p->next = first;
        first = p;
    }
    struct part *last = first;
    while (last->next && __VERIFIER_nondet_int())
        last = last->next;
    struct part *rest = last->next;
    last->next = NULL;
    drop(rest);
    drop(first);
    return 0;
}
