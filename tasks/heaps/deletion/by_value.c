// verify unreach-call => TRUE
// All cells with a zero are taken out, wherever they are; none is left.
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
        } else {
            at = &c->next;
        }
    }
    for (struct cell *c = list; c; c = c->next)
        if (c->value == 0)
            reach_error();
    return 0;
}
