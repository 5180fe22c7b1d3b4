// verify unreach-call => TRUE
// (12)*3: ones and twos in turns, and in the end a three.
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
    int one = 1;
    while (__VERIFIER_nondet_int()) {
        if (one)
            p->h = 1;
        else
            p->h = 2;
        one = !one;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;
    p = a;
    one = 1;
    while (p->h != 3) {
        if (p->h != (one ? 1 : 2))
            reach_error();
        one = !one;
        p = p->n;
    }
    return 0;
}
