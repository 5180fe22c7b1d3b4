// verify memcleanup => TRUE
// The tree is freed without a stack: right subtrees are hung below the leftmost node.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct t {
    struct t *l, *r;
};
int main(void)
{
    struct t *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct t **at = &root;
        while (*at)
            at = __VERIFIER_nondet_int() ? &(*at)->l : &(*at)->r;
        *at = calloc(1, sizeof(struct t));
    }
    while (root) {
        struct t *lowest = root;
        while (lowest->l)
            lowest = lowest->l;
        lowest->l = root->r;
        struct t *old = root;
        root = root->l;
        free(old);
    }
    return 0;
}
