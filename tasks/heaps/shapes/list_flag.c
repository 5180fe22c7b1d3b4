// verify unreach-call => TRUE
// c*3: a flag decides whether all cells before the last hold a one or a two.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

int main(void)
{
    int flag = __VERIFIER_nondet_int();
    List a = malloc(sizeof(struct node));
    List p = a;
    while (__VERIFIER_nondet_int()) {
        if (flag)
            p->h = 1;
        else
            p->h = 2;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;
    p = a;
    while (p->h == (flag ? 1 : 2))
        p = p->n;
    if (p->h != 3)
        reach_error();
    return 0;
}
