// verify memsafety => FALSE(valid-memtrack) by int=1 int=1 int=0
// The list is freed from its old head.
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
    for (at = list; at;) {
        struct cell *next = at->next;
        free(at);
        at = next;
    }
    return 0;
}
