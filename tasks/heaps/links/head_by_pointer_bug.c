// verify memsafety => FALSE(valid-deref) by int=1 int=0
// The last node is freed, but stays the head.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};
static void push(struct node **head)
{
    struct node *node = malloc(sizeof(struct node));
    node->next = *head;
    *head = node;
}
static void pop(struct node **head)
{
    struct node *node = *head;
    if (node->next)
        *head = node->next;
    free(node);
}
int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        push(&head);
    while (head) {
        pop(&head);
    }
    return 0;
}
