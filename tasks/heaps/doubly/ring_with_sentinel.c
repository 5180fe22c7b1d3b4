// verify memsafety => TRUE
// A sentinel closes the list to a ring, so no link is ever null.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct chain {
    struct chain *next, *prev;
} chain;
int main(void)
{
    chain ends;
    ends.next = ends.prev = &ends;
    while (__VERIFIER_nondet_int()) {
        chain *c = malloc(sizeof(chain));
        if (__VERIFIER_nondet_int()) {
            c->next = ends.next;
            c->prev = &ends;
        } else {
            c->next = &ends;
            c->prev = ends.prev;
        }
        c->next->prev = c;
        c->prev->next = c;
    }
    chain *c = ends.next;
    while (c != &ends) {
        chain *next = c->next;
        free(c);
        c = next;
    }
    return 0;
}
