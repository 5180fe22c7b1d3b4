// verify memcleanup => TRUE
// A tree is copied, and both trees are freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};
static struct tree *node(struct tree *left, struct tree *right)
{
    struct tree *t = malloc(sizeof *t);
    t->left = left;
    t->right = right;
    return t;
}
static struct tree *build(void)
{
    return __VERIFIER_nondet_int() ? node(build(), build()) : NULL;
}
static struct tree *copy(const struct tree *t)
{
    return t ? node(copy(t->left), copy(t->right)) : NULL;
}
static void release(struct tree *t)
{
    if (!t)
        return;
    release(t->left);
    release(t->right);
    free(t);
}
int main(void)
{
    struct tree *tree = build(), *other = copy(tree);
    release(tree);
    release(other);
    return 0;
}
