// verify memsafety => FALSE(valid-memtrack) by bool=1 bool=1 bool=1 bool=1 bool=0 bool=0
// A leaf may be hung where there is a subtree already.
#include <stdbool.h>
#include <stdlib.h>
bool __VERIFIER_nondet_bool(void);

typedef struct Tree {
    struct Tree *sub[2];
} Tree;
Tree *root;

int main(void)
{
    root = calloc(1, sizeof(Tree));
    while (__VERIFIER_nondet_bool()) {
        Tree *at = root;
        bool side = __VERIFIER_nondet_bool();
        while (at->sub[side] && __VERIFIER_nondet_bool()) {
            at = at->sub[side];
            side = __VERIFIER_nondet_bool();
        }
        at->sub[side] = calloc(1, sizeof(Tree));
    }
    return 0;
}
