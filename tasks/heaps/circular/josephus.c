// verify memsafety => TRUE
// In a ring every second cell is removed until one is left.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct man {
    int number;
    struct man *next;
} man;
int main(void)
{
    man *first = malloc(sizeof(man)), *last = first;
    first->number = 1;
    first->next = first;
    while (__VERIFIER_nondet_int()) {
        man *new = malloc(sizeof(man));
        new->number = last->number;
        new->next = first;
        last->next = new;
        last = new;
    }
    man *at = last;
    while (at->next != at) {
        man *out = at->next;
        at->next = out->next;
        free(out);
        at = at->next;
    }
    free(at);
    return 0;
}
