// verify memsafety => FALSE(valid-deref) by int=1 int=0 int=0
// The next child is looked for when the child was freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct element {
    struct element *children, *sibling;
};
static struct element *parse(void)
{
    struct element *e = malloc(sizeof *e);
    e->children = e->sibling = NULL;
    while (__VERIFIER_nondet_int()) {
        struct element *child = parse();
        child->sibling = e->children;
        e->children = child;
    }
    return e;
}
static void drop(struct element *e)
{
    struct element *child = e->children;
    while (child) {
        drop(child);
        child = child->sibling;
    }
    free(e);
}
int main(void)
{
    drop(parse());
    return 0;
}
