// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0
// The last cell that is reached keeps its links.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct dl {
    struct dl *next;
    struct dl *prev;
};
static struct dl *reverse(struct dl *list)
{
    struct dl *first = list;
    while (list && list->next) {
        struct dl *next = list->next;
        list->next = list->prev;
        list->prev = next;
        first = list;
        list = next;
    }
    return first;
}
int main(void)
{
    struct dl *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct dl *new = malloc(sizeof *new);
        new->prev = NULL;
        new->next = list;
        if (list)
            list->prev = new;
        list = new;
    }
    list = reverse(list);
    if (list && list->prev)
        reach_error();
    for (; list && list->next; list = list->next)
        if (list->next->prev != list)
            reach_error();
    return 0;
}
