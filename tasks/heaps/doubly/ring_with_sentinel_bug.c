// verify memsafety => FALSE(valid-free)
// The release does not stop at the sentinel, which is a local variable.
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
    do {
        chain *next = c->next;
        free(c);
        c = next;
    } while (c != &ends);
    return 0;
}
