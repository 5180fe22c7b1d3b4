// verify unreach-call => TRUE
// A tree caches in each node how many nodes lie below; the caches are right.
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
    r->size = size(r->left) + size(r->right) + 1;
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
