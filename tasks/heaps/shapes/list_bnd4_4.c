// verify unreach-call => TRUE
// 1*2*3*4*5, of at most four cells and the last.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

int main(void)
{
    int cells = 0;
    List a = malloc(sizeof(struct node));
    List p = a;
    while (__VERIFIER_nondet_int() && cells < 4) {
        p->h = 1;
        p->n = malloc(sizeof(struct node));
        p = p->n;
        cells++;
    }
    while (__VERIFIER_nondet_int() && cells < 4) {
        p->h = 2;
        p->n = malloc(sizeof(struct node));
        p = p->n;
        cells++;
    }
    while (__VERIFIER_nondet_int() && cells < 4) {
        p->h = 3;
        p->n = malloc(sizeof(struct node));
        p = p->n;
        cells++;
    }
    while (__VERIFIER_nondet_int() && cells < 4) {
        p->h = 4;
        p->n = malloc(sizeof(struct node));
        p = p->n;
        cells++;
    }
    p->h = 5;
    p->n = NULL;
    p = a;
    while (p->h == 1)
        p = p->n;
    while (p->h == 2)
        p = p->n;
    while (p->h == 3)
        p = p->n;
    while (p->h == 4)
        p = p->n;
    if (p->h != 5)
        reach_error();
    return 0;
}
