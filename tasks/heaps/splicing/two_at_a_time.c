// verify memsafety => TRUE
// The cells of two lists are laced into one, as long as there are two.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct node *list;
struct node {
    list next;
};
static list build(void)
{
    list l = NULL;
    while (__VERIFIER_nondet_int()) {
        list n = malloc(sizeof(struct node));
        n->next = l;
        l = n;
    }
    return l;
}
static void destroy(list l)
{
    while (l) {
        list next = l->next;
        free(l);
        l = next;
    }
}
int main(void)
{
    list a = build(), b = build(), at = a;
    while (at && b) {
        list from_b = b;
        b = b->next;
        from_b->next = at->next;
        at->next = from_b;
        at = from_b->next;
    }
    destroy(a);
    destroy(b);
    return 0;
}
