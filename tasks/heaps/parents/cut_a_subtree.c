// verify memcleanup => TRUE
// A node is cut off from its parent, and both trees are freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct n {
    struct n *l, *r, *p;
};
static struct n *child(struct n *p)
{
    struct n *n = calloc(1, sizeof(struct n));
    n->p = p;
    return n;
}
static void release(struct n *n)
{
    while (n) {
        struct n **below = n->l ? &n->l : &n->r;
        struct n *next = *below;
        *below = NULL;
        if (!next) {
            next = n->p;
            free(n);
        }
        n = next;
    }
}
int main(void)
{
    struct n *root = child(NULL), *at = root;
    while (__VERIFIER_nondet_int()) {
        if (!at->l)
            at->l = child(at);
        else if (!at->r)
            at->r = child(at);
        at = __VERIFIER_nondet_int() ? at->l : at->r ? at->r : root;
    }
    struct n *above = at->p;
    if (above) {
        if (above->l == at)
            above->l = NULL;
        else
            above->r = NULL;
        at->p = NULL;
        release(at);
    }
    release(root);
    return 0;
}
