// verify memsafety => FALSE(valid-deref)
// The first cell is freed first, and read to go on.
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
    struct link *at = first;
    while (at != 0) {
        struct link *next = at->next;
        free(at);
        at = next;
    }
    return 0;
}
