// verify memsafety => FALSE(valid-deref)
// The faster list ends where it is not looked for.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
    struct node *fast;
};
int main(void)
{
    struct node *list = calloc(1, sizeof *list), *tall = list, *last = list;
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof *n);
        n->key = __VERIFIER_nondet_int();
        last->next = n;
        last = n;
        if (__VERIFIER_nondet_int()) {
            tall->fast = n;
            tall = n;
        }
    }
    int key = __VERIFIER_nondet_int();
    struct node *at = list;
    while (at->fast->key < key)
        at = at->fast;
    while (at->next && at->next->key < key)
        at = at->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
