// verify memsafety => FALSE(valid-memtrack) by int=1 int=0 int=1 int=0 int=0
// Only the left subtree is put onto the stack.
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
            free(tree);
        }
    }
    return 0;
}
