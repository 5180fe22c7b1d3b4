// verify unreach-call => TRUE
// Three keys in a search tree: none is lost, and the left ones are smaller.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *left, *right;
    int key;
};
static struct node *insert(struct node *tree, int key)
{
    if (tree == 0) {
        tree = malloc(sizeof *tree);
        tree->left = tree->right = 0;
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}
static int last, count;
static void walk(const struct node *tree)
{
    if (tree == 0)
        return;
    walk(tree->left);
    if (count++ > 0 && tree->key < last)
        reach_error();
    last = tree->key;
    walk(tree->right);
}
int main(void)
{
    struct node *tree = 0;
    for (int i = 0; i < 3; i++)
        tree = insert(tree, __VERIFIER_nondet_int());
    walk(tree);
    if (count != 3)
        reach_error();
    return 0;
}
