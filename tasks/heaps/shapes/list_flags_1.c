// verify unreach-call => TRUE
// A flag decides what the cells before the last hold.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

int main(void)
{
    int flag1 = __VERIFIER_nondet_int();
    List a = malloc(sizeof(struct node));
    List p = a;
    while (__VERIFIER_nondet_int()) {
        if (flag1)
            p->h = 1;
        else
            p->h = 2;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 0;
    p->n = NULL;
    p = a;
    while (p->h == (flag1 ? 1 : 2))
        p = p->n;
    if (p->h != 0)
        reach_error();
    return 0;
}
