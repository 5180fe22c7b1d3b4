// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0 int=0 int=1 int=0 int=0
// A node with two subtrees does not count itself.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct rope {
    unsigned size;
    struct rope *left, *right;
};
static unsigned size(const struct rope *r)
{
    return r ? r->size : 0;
}
static struct rope *build(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct rope *r = malloc(sizeof *r);
    r->left = build();
    r->right = build();
    r->size = size(r->left) + size(r->right) + !(r->left && r->right);
    return r;
}
static unsigned count(const struct rope *r)
{
    return r ? 1 + count(r->left) + count(r->right) : 0;
}
int main(void)
{
    struct rope *r = build();
    if (size(r) != count(r))
        reach_error();
    return 0;
}
