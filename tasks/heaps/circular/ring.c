// verify memsafety => TRUE
// A ring without an end: the walk ends where it began.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};
int main(void)
{
    struct link *first = malloc(sizeof *first);
    first->next = first;
    while (__VERIFIER_nondet_int()) {
        struct link *new = malloc(sizeof *new);
        new->next = first->next;
        first->next = new;
    }
    struct link *at = first->next;
    while (at != first) {
        struct link *next = at->next;
        free(at);
        at = next;
    }
    free(first);
    return 0;
}
