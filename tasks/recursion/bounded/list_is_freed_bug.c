// verify memcleanup => FALSE(valid-memcleanup) by uint=1
// The last cell is not freed.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

struct cell {
    struct cell *next;
};
static struct cell *build(unsigned int n)
{
    if (n == 0)
        return 0;
    struct cell *first = malloc(sizeof *first);
    first->next = build(n - 1);
    return first;
}
static void release(struct cell *list)
{
    if (list == 0 || list->next == 0)
        return;
    release(list->next);
    free(list);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    release(build(n % 5));
    return 0;
}
