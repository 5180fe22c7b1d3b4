// verify memsafety => FALSE(valid-deref)
// The link back of the first cell leads to itself.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct dnode {
    struct dnode *next;
    struct dnode *prev;
};
int main(void)
{
    struct dnode *first = malloc(sizeof *first);
    first->next = NULL;
    first->prev = first;
    struct dnode *last = first;
    while (__VERIFIER_nondet_int()) {
        struct dnode *new = malloc(sizeof *new);
        new->next = NULL;
        new->prev = last;
        last->next = new;
        last = new;
    }
    while (last) {
        struct dnode *prev = last->prev;
        free(last);
        last = prev;
    }
    return 0;
}
