// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=0
// A value is written through the last cell.
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
    if (refs)
        *refs->to = 2;
    for (; refs; refs = refs->next)
        if (*refs->to != 1 && *refs->to != 1000)
            reach_error();
    return 0;
}
