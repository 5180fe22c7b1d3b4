// verify memsafety => FALSE(valid-deref) by int=1 int=0 int=0 int=0
// The end of the second list is not looked at.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct c {
    int key;
    struct c *next;
} c;
static c *merge(c *a, c *b)
{
    if (!a)
        return b;
    if (a->key < b->key) {
        a->next = merge(a->next, b);
        return a;
    }
    b->next = merge(a, b->next);
    return b;
}
static c *read(void)
{
    c *list = NULL;
    while (__VERIFIER_nondet_int()) {
        c *new = malloc(sizeof(c));
        new->key = __VERIFIER_nondet_int();
        new->next = list;
        list = new;
    }
    return list;
}
int main(void)
{
    c *list = read();
    list = merge(list, read());
    while (list) {
        c *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
