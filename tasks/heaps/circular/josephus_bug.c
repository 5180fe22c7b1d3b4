// verify memsafety => FALSE(valid-free)
// The last cell removes itself, and is freed again.
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
    man *out;
    do {
        out = at->next;
        at->next = out->next;
        at = at->next;
        free(out);
    } while (at != out);
    free(at);
    return 0;
}
