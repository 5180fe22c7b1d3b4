// verify memsafety => FALSE(valid-deref) by int=1 int=0
// The rest is freed after the first cell, by whose link it is found.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *rest;
};
static struct cell *build(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct cell *first = malloc(sizeof *first);
    first->rest = build();
    return first;
}
static void release(struct cell *list)
{
    if (list) {
        free(list);
        release(list->rest);
    }
}
int main(void)
{
    release(build());
    return 0;
}
