// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=0 int=1
// The last cell of the bucket is removed without being freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct hnode {
    struct hnode *next, **pprev;
};
static struct hnode *bucket;

static void add_head(struct hnode *n)
{
    n->next = bucket;
    if (bucket)
        bucket->pprev = &n->next;
    bucket = n;
    n->pprev = &bucket;
}
static void del(struct hnode *n)
{
    *n->pprev = n->next;
    if (n->next)
        n->next->pprev = n->pprev;
}
int main(void)
{
    while (__VERIFIER_nondet_int())
        add_head(malloc(sizeof(struct hnode)));
    for (struct hnode *n = bucket, *next; n; n = next) {
        next = n->next;
        if (__VERIFIER_nondet_int()) {
            del(n);
            if (n->next)
                free(n);
        }
    }
    while (bucket) {
        struct hnode *n = bucket;
        del(n);
        free(n);
    }
    return 0;
}
