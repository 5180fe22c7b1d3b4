// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=1 int=0 int=0 int=0 int=0 int=0
// What is hung between a node and its child is no parent of the child.
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
