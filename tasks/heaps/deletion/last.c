// verify memsafety => TRUE
// The last cell of the list is taken out, as often as the input says.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct L {
    int payload;
    struct L *tail;
} L;
static L *cons(int payload, L *tail)
{
    L *l = malloc(sizeof(L));
    l->payload = payload;
    l->tail = tail;
    return l;
}
static L *init_part(L *l)
{
    if (l->tail == NULL) {
        free(l);
        return NULL;
    }
    L *before = l;
    while (before->tail->tail != NULL)
        before = before->tail;
    free(before->tail);
    before->tail = NULL;
    return l;
}
int main(void)
{
    L *l = NULL;
    while (__VERIFIER_nondet_int())
        l = cons(7, l);
    while (l != NULL && __VERIFIER_nondet_int())
        l = init_part(l);
    while (l != NULL) {
        L *old = l;
        l = l->tail;
        free(old);
    }
    return 0;
}
