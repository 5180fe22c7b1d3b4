// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=0
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    while (head && head->next) {
        struct node *n = head;
        head = n->next;
        free(n);
    }
    return 0;
}
