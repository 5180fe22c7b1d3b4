// verify unreach-call => TRUE
// c*3: a flag decides what a variable is, and all cells before the last hold its value.
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
    int x = 2;
    if (flag)
        x = 1;
    while (__VERIFIER_nondet_int()) {
        p->h = x;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    x = 3;
    p->h = x;
    p->n = NULL;
    p = a;
    while (p->h == (flag ? 1 : 2))
        p = p->n;
    if (p->h != 3)
        reach_error();
    return 0;
}
