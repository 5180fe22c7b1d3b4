// verify memcleanup => TRUE
// Right rotations at the root until there is no left subtree; then the root is freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct node {
    struct node *left, *right;
} node;
static node *grow(void)
{
    node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        node **at = &root;
        while (*at)
            at = __VERIFIER_nondet_int() ? &(*at)->right : &(*at)->left;
        *at = malloc(sizeof(node));
        (*at)->left = NULL;
        (*at)->right = NULL;
    }
    return root;
}
int main(void)
{
    node *root = grow();
    while (root) {
        node *left = root->left;
        if (left) {
            root->left = left->right;
            left->right = root;
            root = left;
        } else {
            node *right = root->right;
            free(root);
            root = right;
        }
    }
    return 0;
}
