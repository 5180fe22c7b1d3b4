// verify memsafety => FALSE(valid-memtrack) by int=1 int=0 int=1 int=1 int=1 int=0 int=0
// The next row is hung behind the first cell of a row.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct leaf {
    struct leaf *next;
};
struct branch {
    struct leaf *first;
    struct branch *next;
};
int main(void)
{
    struct branch *branches = 0;
    while (__VERIFIER_nondet_int()) {
        struct branch *b = malloc(sizeof *b);
        b->first = 0;
        while (__VERIFIER_nondet_int()) {
            struct leaf *l = malloc(sizeof *l);
            l->next = b->first;
            b->first = l;
        }
        b->next = branches;
        branches = b;
    }
    struct leaf *all = 0, **end = &all;
    while (branches) {
        struct branch *b = branches;
        branches = b->next;
        *end = b->first;
        if (*end)
            end = &(*end)->next;
        free(b);
    }
    while (all) {
        struct leaf *l = all;
        all = l->next;
        free(l);
    }
    return 0;
}
