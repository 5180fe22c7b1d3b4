// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=1 int=1 int=1 int=-1
// When all other cells are gone, the ring is made a list.
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
                at->next = gone->next == at ? 0 : gone->next;
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
