// verify unreach-call => TRUE
// Two parts, each with a flag that decides what its cells hold; at most four cells and the last.
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
    int flag2 = __VERIFIER_nondet_int();
    int cells = 0;
    List a = malloc(sizeof(struct node));
    List p = a;
    while (__VERIFIER_nondet_int() && cells < 4) {
        if (flag1)
            p->h = 1;
        else
            p->h = 2;
        p->n = malloc(sizeof(struct node));
        p = p->n;
        cells++;
    }
    while (__VERIFIER_nondet_int() && cells < 4) {
        if (flag2)
            p->h = 3;
        else
            p->h = 4;
        p->n = malloc(sizeof(struct node));
        p = p->n;
        cells++;
    }
    p->h = 0;
    p->n = NULL;
    p = a;
    while (p->h == (flag1 ? 1 : 2))
        p = p->n;
    while (p->h == (flag2 ? 3 : 4))
        p = p->n;
    if (p->h != 0)
        reach_error();
    return 0;
}
