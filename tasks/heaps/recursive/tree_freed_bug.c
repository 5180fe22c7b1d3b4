// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=0 int=0 int=0
// A node with a left subtree only is taken for a leaf.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct tree {
    struct tree *left, *right;
} tree;
static tree *build(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    tree *t = malloc(sizeof *t);
    t->left = build();
    t->right = build();
    return t;
}
static void release(tree *t)
{
    if (t == NULL)
        return;
    if (t->right)
        release(t->left);
    release(t->right);
    free(t);
}
int main(void)
{
    release(build());
    return 0;
}
