// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=1 int=-1 int=-1 int=1 int=0
// The right subtree is hung only one node further down, over what is there.
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
        if (lowest->l)
            lowest = lowest->l;
        lowest->l = root->r;
        struct t *old = root;
        root = root->l;
        free(old);
    }
    return 0;
}
