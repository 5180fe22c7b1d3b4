// verify unreach-call => FALSE(unreach-call) by int=2147483647 int=-2 int=5
// Keys are compared by their difference, which may wrap around.
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
    } else if (key - tree->key < 0) {
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
