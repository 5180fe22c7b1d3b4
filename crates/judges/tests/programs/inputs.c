// Inputs from everywhere.
#include <stdio.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(int argc, char **argv) {
    int c = getchar();
    if (c == 'a') {
        c = getchar();
        if (c == EOF && getchar() != EOF) reach_error();
    }
    if (argc > 1 && argv[1][0] == 'x' && argv[1][1] == 'y') c = 1;
    if (__VERIFIER_nondet_bool()) c++;
    return c == 2;
}
