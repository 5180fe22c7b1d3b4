// verify memsafety => FALSE(valid-deref) by int=-1
// An empty stack is popped.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *below;
};
int main(void)
{
    struct cell *top = NULL;
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) {
            struct cell *cell = malloc(sizeof *cell);
            cell->value = command;
            cell->below = top;
            top = cell;
        } else {
            struct cell *old = top;
            top = old->below;
            free(old);
        }
    }
    while (top != NULL) {
        struct cell *old = top;
        top = old->below;
        free(old);
    }
    return 0;
}
