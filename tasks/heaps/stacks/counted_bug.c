// verify unreach-call => FALSE(unreach-call) by int=1 int=2 int=0
// A pop forgets to count.
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
        }
    }
    if ((top == 0) != (count == 0))
        reach_error();
    return 0;
}
