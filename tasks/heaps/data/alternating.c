// verify unreach-call => TRUE
// Ones and twos in turns; no two neighbours hold the same.
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
        colour = 3 - colour;
    }
    for (; chain && chain->next; chain = chain->next)
        if (chain->colour == chain->next->colour)
            reach_error();
    return 0;
}
