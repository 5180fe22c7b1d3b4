// verify unreach-call => TRUE
// On each way down, the parent of a child is where the way came from.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct T {
    struct T *child[2], *parent;
} T;
int main(void)
{
    T *root = calloc(1, sizeof(T));
    while (__VERIFIER_nondet_int()) {
        T *at = root;
        int side = __VERIFIER_nondet_int() != 0;
        while (at->child[side] && __VERIFIER_nondet_int()) {
            at = at->child[side];
            side = __VERIFIER_nondet_int() != 0;
        }
        T *new = calloc(1, sizeof(T));
        new->child[0] = at->child[side];
        if (new->child[0])
            new->child[0]->parent = new;
        new->parent = at;
        at->child[side] = new;
    }
    for (T *at = root; at;) {
        T *next = at->child[__VERIFIER_nondet_int() != 0];
        if (next && next->parent != at)
            reach_error();
        at = next;
    }
    return 0;
}
