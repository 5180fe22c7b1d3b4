// verify unreach-call => TRUE
// The tail of a queue has no successor, and is the head exactly when there is one item.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct item {
    struct item *next;
} item;
static item *head, *tail;

static void at_back(void)
{
    item *new = malloc(sizeof(item));
    new->next = NULL;
    if (tail == NULL)
        head = new;
    else
        tail->next = new;
    tail = new;
}
static void at_front(void)
{
    item *new = malloc(sizeof(item));
    new->next = head;
    head = new;
    if (tail == NULL)
        tail = new;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            at_back();
        else
            at_front();
    }
    if (tail != NULL && tail->next != NULL)
        reach_error();
    if (head != NULL && head->next == NULL && head != tail)
        reach_error();
    return 0;
}
