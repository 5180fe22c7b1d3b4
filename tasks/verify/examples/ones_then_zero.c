// verify unreach-call => TRUE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct list {
    int data;
    struct list *next;
};
int main(void)
{
    struct list *a = malloc(sizeof *a), *p = a;
    while (__VERIFIER_nondet_int()) {
        p->data = 1;
        struct list *t = malloc(sizeof *t);
        p->next = t;
        p = p->next;
    }
    p->data = 0;
    p = a;
    int x = p->data;
    while (x == 1) {
        p = p->next;
        x = p->data;
    }
    if (x != 0)
        reach_error();
    return 0;
}
