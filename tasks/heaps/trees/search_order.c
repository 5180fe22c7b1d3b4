// verify unreach-call => TRUE
// In a search tree whatever lies left of the root is smaller.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct tree {
    int key;
    struct tree *less, *more;
};
static void insert(struct tree **at, int key)
{
    while (*at)
        at = key < (*at)->key ? &(*at)->less : &(*at)->more;
    *at = calloc(1, sizeof(struct tree));
    (*at)->key = key;
}
int main(void)
{
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int())
        insert(&root, __VERIFIER_nondet_int());
    if (!root)
        return 0;
    struct tree *at = root->less;
    while (at) {
        if (at->key >= root->key)
            reach_error();
        at = __VERIFIER_nondet_int() ? at->less : at->more;
    }
    return 0;
}
