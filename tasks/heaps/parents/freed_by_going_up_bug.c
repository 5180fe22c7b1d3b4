// verify memsafety => FALSE(valid-deref) by int=1 int=0 int=0
// The parent still points to a right leaf that was freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right, *parent;
};
static struct tree *leaf(struct tree *parent)
{
    struct tree *t = calloc(1, sizeof *t);
    t->parent = parent;
    return t;
}
int main(void)
{
    struct tree *root = leaf(NULL), *at;
    while (__VERIFIER_nondet_int()) {
        at = root;
        struct tree **link;
        while (*(link = __VERIFIER_nondet_int() ? &at->left : &at->right))
            at = *link;
        *link = leaf(at);
    }
    at = root;
    while (at) {
        if (at->left) {
            at = at->left;
        } else if (at->right) {
            at = at->right;
        } else {
            struct tree *up = at->parent;
            if (up) {
                if (up->left == at)
                    up->left = NULL;
            }
            free(at);
            at = up;
        }
    }
    return 0;
}
