// verify memsafety => TRUE
// As many cells are pushed and popped as the input says; the rest is freed at the end.
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
        } else if (top != NULL) {
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
