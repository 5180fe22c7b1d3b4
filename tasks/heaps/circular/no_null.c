// verify unreach-call => TRUE
// In a ring that grows and shrinks every cell has a successor.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct link {
    struct link *next;
};
int main(void)
{
    struct link *at = malloc(sizeof *at);
    at->next = at;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: {
            struct link *new = malloc(sizeof *new);
            new->next = at->next;
            at->next = new;
            break;
        }
        case 1: {
            struct link *gone = at->next;
            if (gone != at) {
                at->next = gone->next;
            }
            break;
        }
        default:
            if (at->next == 0)
                reach_error();
            at = at->next;
        }
    }
    return 0;
}
