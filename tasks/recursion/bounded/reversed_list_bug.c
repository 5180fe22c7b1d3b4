// verify memsafety => FALSE(valid-deref)
// The rest is read once more after the cell was freed; it is not lost, since it was noted before.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};
static struct cell *push(struct cell *list, int value)
{
    struct cell *first = malloc(sizeof *first);
    first->next = list;
    first->value = value;
    return first;
}
static struct cell *reverse(struct cell *list, struct cell *done)
{
    if (list == 0)
        return done;
    struct cell *rest = list->next;
    list->next = done;
    return reverse(rest, list);
}
static void release(struct cell *list)
{
    static struct cell *rest;
    if (list != 0) {
        rest = list->next;
        free(list);
        release(list->next);
    }
}
int main(void)
{
    struct cell *list = 0;
    for (int i = 0; i < 3; i++)
        list = push(list, __VERIFIER_nondet_int());
    release(reverse(list, 0));
    return 0;
}
