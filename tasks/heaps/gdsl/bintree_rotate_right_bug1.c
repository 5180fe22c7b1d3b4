// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=1 int=1 int=0 int=0 int=0 int=0 int=1
// The node keeps its left subtree, below which it is hung.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct tree {
    struct tree *left, *right;
} Tree;

static Tree **some_link(Tree **link)
{
    while (*link && __VERIFIER_nondet_int())
        link = __VERIFIER_nondet_int() ? &(*link)->left : &(*link)->right;
    return link;
}
static void check(Tree *root)
{
    Tree *t = *some_link(&root), *below;
    if (!t)
        return;
    below = __VERIFIER_nondet_int() ? t->left : t->right;
    while (below && below != t)
        below = __VERIFIER_nondet_int() ? below->left : below->right;
    if (below)
        reach_error();
}
static Tree *rotate_right(Tree *t)
{
    Tree *up = t->left;
    t->left = up;
    up->right = t;
    return up;
}
int main(void)
{
    Tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        Tree **link = some_link(&root);
        if (!*link)
            *link = calloc(1, sizeof(Tree));
    }
    Tree **link = some_link(&root);
    if (*link && (*link)->left)
        *link = rotate_right(*link);
    check(root);
    return 0;
}
