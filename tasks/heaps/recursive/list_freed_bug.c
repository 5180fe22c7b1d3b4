// verify memsafety => FALSE(valid-deref) by int=1 int=0
// The link of a cell is written after the cell was freed.
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
        release(list->rest);
        free(list);
        list->rest = NULL;
    }
}
int main(void)
{
    release(build());
    return 0;
}
