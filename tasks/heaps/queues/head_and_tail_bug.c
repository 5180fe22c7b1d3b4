// verify memsafety => FALSE(valid-deref) by int=1 int=1 int=1 int=0 int=1 int=1
// When the last cell is taken out, the tail keeps pointing to it.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};
struct queue {
    struct item *head, *tail;
};
static void put(struct queue *q, int value)
{
    struct item *item = malloc(sizeof *item);
    item->value = value;
    item->next = NULL;
    if (q->tail)
        q->tail->next = item;
    else
        q->head = item;
    q->tail = item;
}
static void take(struct queue *q)
{
    struct item *item = q->head;
    q->head = item->next;
    free(item);
}
int main(void)
{
    struct queue q = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&q, 1);
        else if (q.head)
            take(&q);
    }
    while (q.head)
        take(&q);
    return 0;
}
