// verify memsafety => TRUE
// The leftmost node of a search tree is taken out as often as the input says.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct heap {
    int priority;
    struct heap *left, *right;
};
static struct heap *queue;

static void put(int priority)
{
    struct heap **at = &queue;
    while (*at != NULL)
        at = priority < (*at)->priority ? &(*at)->left : &(*at)->right;
    *at = malloc(sizeof(struct heap));
    **at = (struct heap){ .priority = priority };
}
static int take(void)
{
    struct heap **at = &queue;
    while ((*at)->left != NULL)
        at = &(*at)->left;
    struct heap *smallest = *at;
    int priority = smallest->priority;
    *at = smallest->right;
    free(smallest);
    return priority;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (queue == NULL || __VERIFIER_nondet_int())
            put(__VERIFIER_nondet_int());
        else
            take();
    }
    while (queue != NULL)
        take();
    return 0;
}
