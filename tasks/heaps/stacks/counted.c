// verify unreach-call => TRUE
// The stack counts its cells, and is empty exactly when it counts none.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct cell {
    struct cell *below;
};
int main(void)
{
    struct cell *top = 0;
    unsigned long count = 0;
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c == 1 && count < 1000000) {
            struct cell *cell = malloc(sizeof(struct cell));
            cell->below = top;
            top = cell;
            count++;
        } else if (c == 2 && top) {
            struct cell *gone = top;
            top = top->below;
            free(gone);
            count--;
        }
    }
    if ((top == 0) != (count == 0))
        reach_error();
    return 0;
}
