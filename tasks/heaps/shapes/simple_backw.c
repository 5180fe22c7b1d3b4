// verify unreach-call => TRUE
// 1*0, built from its end: the zero is the first cell that is made.
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
    a->h = 0;
    a->n = NULL;
    while (__VERIFIER_nondet_int()) {
        List t = malloc(sizeof(struct node));
        t->h = 1;
        t->n = a;
        a = t;
    }
    List p = a;
    while (p->h == 1)
        p = p->n;
    if (p->h != 0)
        reach_error();
    return 0;
}
