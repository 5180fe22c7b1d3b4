// verify unreach-call => TRUE
// Each key is inserted before the first one that is not smaller; so the list is sorted.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct cell {
    int key;
    struct cell *next;
};
int main(void)
{
    struct cell *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct cell *new = malloc(sizeof *new), **at = &list;
        new->key = __VERIFIER_nondet_int();
        while (*at && (*at)->key < new->key)
            at = &(*at)->next;
        new->next = *at;
        *at = new;
    }
    for (struct cell *c = list; c && c->next; c = c->next)
        if (c->key > c->next->key)
            reach_error();
    return 0;
}
