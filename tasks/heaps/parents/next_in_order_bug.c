// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=0
// The walk ends at the root.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *l, *r, *up;
};
static struct node *next(struct node *n)
{
    if (n->r) {
        for (n = n->r; n->l;)
            n = n->l;
        return n;
    }
    while (n->up && n->up->r == n)
        n = n->up;
    return n->up;
}
int main(void)
{
    struct node *root = calloc(1, sizeof *root), *n;
    while (__VERIFIER_nondet_int()) {
        for (n = root;;) {
            struct node **to = __VERIFIER_nondet_int() ? &n->l : &n->r;
            if (!*to) {
                *to = calloc(1, sizeof *n);
                (*to)->up = n;
                break;
            }
            n = *to;
        }
    }
    struct node *first = root, *last = root, *seen = NULL;
    while (first->l)
        first = first->l;
    while (last->r)
        last = last->r;
    for (n = first; n && seen != root; n = next(n))
        seen = n;
    if (seen != last)
        reach_error();
    return 0;
}
