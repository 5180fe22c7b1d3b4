// verify memcleanup => TRUE
// The cells of a list are inserted in order into a second one, which is freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct cell {
    int key;
    struct cell *next;
} cell;
static void insert(cell **list, cell *new)
{
    while (*list && (*list)->key < new->key)
        list = &(*list)->next;
    new->next = *list;
    *list = new;
}
static void release(cell *list)
{
    while (list) {
        cell *next = list->next;
        free(list);
        list = next;
    }
}
int main(void)
{
    cell *unsorted = NULL, *sorted = NULL;
    while (__VERIFIER_nondet_int()) {
        cell *new = malloc(sizeof(cell));
        new->key = __VERIFIER_nondet_int();
        new->next = unsorted;
        unsorted = new;
    }
    while (unsorted) {
        cell *first = unsorted;
        unsorted = first->next;
        insert(&sorted, first);
    }
    release(sorted);
    return 0;
}
