// verify unreach-call => FALSE(unreach-call) by int=5 int=3 int=8
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct tree {
    int key;
    struct tree *left, *right;
};
static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}
int main(void)
{
    struct tree *t = 0;
    for (int i = 0; i < 3; i++)
        t = insert(t, __VERIFIER_nondet_int());
    if (t->left && t->right)
        reach_error();
    return 0;
}
