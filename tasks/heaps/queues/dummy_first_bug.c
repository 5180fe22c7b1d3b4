// verify memcleanup => FALSE(valid-memcleanup)
// The last dummy is kept.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *first = malloc(sizeof *first), *last = first;
    first->next = 0;
    for (;;) {
        int what = __VERIFIER_nondet_int();
        if (what == 0)
            break;
        if (what > 0) {
            last->next = malloc(sizeof *last);
            last = last->next;
            last->data = what;
            last->next = 0;
        } else if (first != last) {
            struct node *dummy = first;
            first = first->next;
            free(dummy);
        }
    }
    while (first != last) {
        struct node *node = first;
        first = first->next;
        free(node);
    }
    return 0;
}
