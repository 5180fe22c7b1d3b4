// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=1 int=0 int=0
// Keys that differ by one are taken for equal.
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
        while (*at && (*at)->key / 2 <= new->key / 2)
            at = &(*at)->next;
        new->next = *at;
        *at = new;
    }
    for (struct cell *c = list; c && c->next; c = c->next)
        if (c->key > c->next->key)
            reach_error();
    return 0;
}
