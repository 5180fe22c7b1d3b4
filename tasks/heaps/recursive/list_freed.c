// verify memsafety => TRUE
// The rest of the list is freed before its first cell.
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
        list->rest = NULL;
        free(list);
    }
}
int main(void)
{
    release(build());
    return 0;
}
