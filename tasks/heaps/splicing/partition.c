// verify memcleanup => TRUE
// Cells are put in front of one list or another by what they hold; the two are joined and freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct node {
    int v;
    struct node *next;
} node;
#define PUSH(list, n) ((n)->next = (list), (list) = (n))
int main(void)
{
    node *in = NULL, *small = NULL, *large = NULL, *n;
    while (__VERIFIER_nondet_int()) {
        n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        PUSH(in, n);
    }
    while (in) {
        n = in;
        in = in->next;
        if (n->v < 10)
            PUSH(small, n);
        else
            PUSH(large, n);
    }
    node **end = &large;
    while (*end)
        end = &(*end)->next;
    *end = small;
    while (large) {
        n = large->next;
        free(large);
        large = n;
    }
    return 0;
}
