// verify unreach-call => FALSE(unreach-call) by int=1 int=5 int=1 int=0 int=0
// Every time the input says so, a turn is left out.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct bead {
    int colour;
    struct bead *next;
};
int main(void)
{
    struct bead *chain = NULL;
    int colour = 1;
    while (__VERIFIER_nondet_int()) {
        struct bead *bead = malloc(sizeof *bead);
        bead->colour = colour;
        bead->next = chain;
        chain = bead;
        if (__VERIFIER_nondet_int() != 5)
            colour = 3 - colour;
    }
    for (; chain && chain->next; chain = chain->next)
        if (chain->colour == chain->next->colour)
            reach_error();
    return 0;
}
