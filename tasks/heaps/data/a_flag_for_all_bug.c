// verify unreach-call => FALSE(unreach-call) by bool=0 bool=1 bool=1 bool=1 bool=0 bool=0
// The flag is asked for again with each cell.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

struct cell {
    int kind;
    struct cell *next;
};
int main(void)
{
    _Bool large = __VERIFIER_nondet_bool();
    struct cell *list = 0;
    while (__VERIFIER_nondet_bool()) {
        struct cell *c = malloc(sizeof *c);
        large = __VERIFIER_nondet_bool();
        c->kind = large ? 20 : 10;
        c->next = list;
        list = c;
    }
    for (; list; list = list->next)
        if (list->kind != (large ? 20 : 10))
            reach_error();
    return 0;
}
