// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=0
// Any cell before the last may hold a two.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct node {
    int h;
    struct node *n;
} *List;
int main(void)
{
    List a = malloc(sizeof(struct node));
    List p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = __VERIFIER_nondet_int() ? 1 : 2;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 0;
    p->n = NULL;
    p = a;
    while (p->h == 1)
        p = p->n;
    if (p->h != 0 || p->n != NULL)
        reach_error();
    return 0;
}
