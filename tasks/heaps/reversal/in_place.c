// verify memsafety => TRUE
// A list is reversed in place, and then freed from its new head.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
};
int main(void)
{
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->next = list;
        list = c;
    }
    struct cell *reversed = NULL, *at = list;
    while (at) {
        struct cell *next = at->next;
        at->next = reversed;
        reversed = at;
        at = next;
    }
    for (at = reversed; at;) {
        struct cell *next = at->next;
        free(at);
        at = next;
    }
    return 0;
}
