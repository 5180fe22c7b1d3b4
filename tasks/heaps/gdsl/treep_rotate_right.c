// verify unreach-call => TRUE
// Some node of a tree is rotated to the right: the links to the parents stay right.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct tree {
    struct tree *left, *right, *parent;
} Tree;

static Tree *make(Tree *parent)
{
    Tree *t = calloc(1, sizeof(Tree));
    t->parent = parent;
    return t;
}
static Tree *some_node(Tree *t)
{
    for (;;) {
        int way = __VERIFIER_nondet_int();
        if (way > 0 && t->left)
            t = t->left;
        else if (way < 0 && t->right)
            t = t->right;
        else
            return t;
    }
}
static void check(Tree *root)
{
    Tree *t = some_node(root);
    if (root->parent || (t->left && t->left->parent != t) || (t->right && t->right->parent != t))
        reach_error();
}
static void replace(Tree *t, Tree *by)
{
    by->parent = t->parent;
    if (!t->parent)
        return;
    if (t->parent->left == t)
        t->parent->left = by;
    else
        t->parent->right = by;
}
static Tree *rotate_right(Tree *t)
{
    Tree *up = t->left;
    t->left = up->right;
    if (t->left)
        t->left->parent = t;
    replace(t, up);
    up->right = t;
    t->parent = up;
    return up;
}
int main(void)
{
    Tree *root = make(NULL), *t;
    while (__VERIFIER_nondet_int()) {
        t = some_node(root);
        if (!t->left)
            t->left = make(t);
        else if (!t->right)
            t->right = make(t);
    }
    t = some_node(root);
    if (t->left)
        t = rotate_right(t);
    check(t->parent ? root : t);
    return 0;
}
