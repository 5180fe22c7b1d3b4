// verify unreach-call => TRUE
// Zeros are put before and ones behind all others: no zero follows a one.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

struct cell {
    _Bool bit;
    struct cell *next;
};
int main(void)
{
    struct cell *head = NULL, *last = NULL;
    while (__VERIFIER_nondet_bool()) {
        struct cell *new = malloc(sizeof(struct cell));
        new->bit = __VERIFIER_nondet_bool();
        if (head == NULL) {
            new->next = NULL;
            head = last = new;
        } else if (new->bit) {
            new->next = NULL;
            last->next = new;
            last = new;
        } else {
            new->next = head;
            head = new;
        }
    }
    _Bool seen = 0;
    for (struct cell *c = head; c; c = c->next) {
        if (seen && !c->bit)
            reach_error();
        seen = c->bit;
    }
    return 0;
}
