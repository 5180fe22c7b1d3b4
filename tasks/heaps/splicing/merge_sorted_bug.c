// verify memcleanup => FALSE(valid-memcleanup) by int=0 int=1 int=0
// What is left of the second list is not hung on.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct cell {
    int key;
    struct cell *next;
} cell;
static cell *some_list(void)
{
    cell *list = NULL;
    int key = 100;
    while (__VERIFIER_nondet_int()) {
        cell *c = malloc(sizeof(cell));
        c->key = key--;
        c->next = list;
        list = c;
        if (key == 0)
            break;
    }
    return list;
}
int main(void)
{
    cell *a = some_list(), *b = some_list(), *merged = NULL, **end = &merged;
    while (a && b) {
        cell **from = a->key <= b->key ? &a : &b;
        *end = *from;
        end = &(*end)->next;
        *from = (*from)->next;
    }
    *end = a;
    while (merged) {
        cell *next = merged->next;
        free(merged);
        merged = next;
    }
    return 0;
}
