// verify unreach-call => TRUE
// Every cell points to one of two variables, whose values never change.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct ref {
    int *to;
    struct ref *next;
};
int main(void)
{
    int small = 1, large = 1000;
    struct ref *refs = NULL;
    while (__VERIFIER_nondet_int()) {
        struct ref *r = malloc(sizeof *r);
        r->to = __VERIFIER_nondet_int() ? &small : &large;
        r->next = refs;
        refs = r;
    }
    for (; refs; refs = refs->next)
        if (*refs->to != 1 && *refs->to != 1000)
            reach_error();
    return 0;
}
