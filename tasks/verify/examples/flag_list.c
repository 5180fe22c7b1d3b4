// verify unreach-call => TRUE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct list {
    int h;
    struct list *n;
};
int main(void)
{
    int flag = __VERIFIER_nondet_int();
    struct list *a = malloc(sizeof *a), *p = a;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        p->h = flag ? 1 : 2;
        p->n = malloc(sizeof *p);
        p = p->n;
    }
    p->h = 3;
    p->n = 0;
    for (p = a; p->h != 3; p = p->n)
        if (p->h != (flag ? 1 : 2))
            reach_error();
    return 0;
}
