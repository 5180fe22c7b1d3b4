// verify unreach-call => TRUE
// The end of the fast list is met on the slow way too.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *next, *skip;
};
int main(void)
{
    struct node *first = calloc(1, sizeof(struct node));
    struct node *last = first, *high = first;
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof(struct node));
        int tall = __VERIFIER_nondet_int() == 1;
        if (tall) {
            high->skip = n;
            high = n;
        }
        last->next = n;
        last = n;
    }
    struct node *at = first;
    while (at && at != high)
        at = at->next;
    if (at == NULL)
        reach_error();
    return 0;
}
