// verify memsafety => FALSE(valid-memtrack) by int=1 int=1 int=0
// The first cell is cut off, but hung nowhere.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list {
    struct list *next;
};
static struct list *reverse(struct list *l)
{
    if (l == NULL || l->next == NULL)
        return l;
    struct list *reversed = reverse(l->next);
    l->next = NULL;
    return reversed;
}
int main(void)
{
    struct list *l = NULL;
    while (__VERIFIER_nondet_int()) {
        struct list *new = malloc(sizeof(struct list));
        new->next = l;
        l = new;
    }
    l = reverse(l);
    while (l) {
        struct list *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
