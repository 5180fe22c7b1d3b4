// A state machine over globals with an error that takes some steps to reach.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int state, level;
static int *where = &level;

static int step(int by) {
    int before = *where;
    *where = before + by;
    return before;
}

int main(void) {
    int *cell = malloc(sizeof(int));
    *cell = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input == 3 && state < 2) { state++; step(1); }
        else if (input == 4 && state == 2) { state = 3; *cell = step(2); }
        else if (input == 5 && state == 3) { if (*cell == 2 && level == 4) reach_error(); state = 0; level = 0; }
        else if (input == 6) { free(cell); return 0; }
    }
}
