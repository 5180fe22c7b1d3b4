#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

int main(void)
{
    struct cell *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = 0;
    struct cell *p = __VERIFIER_nondet_int() ? a : a->next;
    p->value = 3;
    while (a) {
        p = a->next;
        free(a);
        a = p;
    }
    return 0;
}
