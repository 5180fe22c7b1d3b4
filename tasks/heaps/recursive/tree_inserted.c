// verify unreach-call => TRUE
// A key that was inserted in a search tree is found there.
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
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else {
        t->right = insert(t->right, key);
    }
    return t;
}
static int has(const struct tree *t, int key)
{
    if (!t)
        return 0;
    if (key == t->key)
        return 1;
    return has(key < t->key ? t->left : t->right, key);
}
int main(void)
{
    int key = __VERIFIER_nondet_int();
    struct tree *t = NULL;
    while (__VERIFIER_nondet_int())
        t = insert(t, __VERIFIER_nondet_int());
    t = insert(t, key);
    if (!has(t, key))
        reach_error();
    return 0;
}
