// verify memsafety => TRUE
// A search tree is built by a walk to the place of each key, and freed with a stack of its own.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};
struct stack {
    struct tree *tree;
    struct stack *below;
};
static struct stack *push(struct stack *below, struct tree *tree)
{
    struct stack *top = malloc(sizeof *top);
    top->tree = tree;
    top->below = below;
    return top;
}
int main(void)
{
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct tree **at = &root;
        while (*at)
            at = key < (*at)->key ? &(*at)->left : &(*at)->right;
        *at = malloc(sizeof **at);
        (*at)->key = key;
        (*at)->left = (*at)->right = NULL;
    }
    struct stack *todo = push(NULL, root);
    while (todo) {
        struct stack *top = todo;
        struct tree *tree = top->tree;
        todo = top->below;
        free(top);
        if (tree) {
            todo = push(todo, tree->left);
            todo = push(todo, tree->right);
            free(tree);
        }
    }
    return 0;
}
