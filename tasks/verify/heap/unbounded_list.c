// verify unreach-call => TRUE
// verify memsafety => TRUE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        if (n->value != 1)
            reach_error();
        head = n->next;
        free(n);
    }
    return 0;
}
