// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=1 int=0 int=0
// Behind a cell that is taken out, the next one is not looked at.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct cell {
    int value;
    struct cell *next;
};
int main(void)
{
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->value = __VERIFIER_nondet_int();
        c->next = list;
        list = c;
    }
    struct cell **at = &list;
    while (*at) {
        struct cell *c = *at;
        if (c->value == 0) {
            *at = c->next;
            free(c);
            if (!*at)
                break;
            at = &(*at)->next;
        } else {
            at = &c->next;
        }
    }
    for (struct cell *c = list; c; c = c->next)
        if (c->value == 0)
            reach_error();
    return 0;
}
