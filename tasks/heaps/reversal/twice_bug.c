// verify unreach-call => FALSE(unreach-call)
// Between the reversals one more cell is put in front.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *link;
};
static void reverse(struct node **list)
{
    struct node *done = NULL, *rest = *list;
    while (rest) {
        struct node *first = rest;
        rest = rest->link;
        first->link = done;
        done = first;
    }
    *list = done;
}
static void push(struct node **list)
{
    struct node *n = malloc(sizeof *n);
    n->link = *list;
    *list = n;
}
int main(void)
{
    struct node *list = NULL;
    push(&list);
    while (__VERIFIER_nondet_int())
        push(&list);
    struct node *first = list;
    push(&list);
    reverse(&list);
    reverse(&list);
    if (list != first)
        reach_error();
    return 0;
}
