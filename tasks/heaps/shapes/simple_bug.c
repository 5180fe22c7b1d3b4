// verify unreach-call => FALSE(unreach-call)
// The last cell holds a two.
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
        p->h = 1;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 2;
    p->n = NULL;
    p = a;
    while (p->h == 1)
        p = p->n;
    if (p->h != 0)
        reach_error();
    return 0;
}
