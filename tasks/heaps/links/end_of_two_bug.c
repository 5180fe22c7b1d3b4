// verify memsafety => FALSE(valid-memtrack) by int=1 int=0 int=0
// The list on the right is not freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct elem {
    struct elem *next;
};
static struct elem *free_all(struct elem *e)
{
    while (e) {
        struct elem *next = e->next;
        free(e);
        e = next;
    }
    return e;
}
int main(void)
{
    struct elem *left = NULL, *right = NULL;
    while (__VERIFIER_nondet_int()) {
        struct elem **side = __VERIFIER_nondet_int() ? &left : &right;
        struct elem *e = malloc(sizeof *e);
        e->next = *side;
        *side = e;
    }
    left = free_all(left);
    return 0;
}
