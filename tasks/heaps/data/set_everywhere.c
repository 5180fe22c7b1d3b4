// verify unreach-call => TRUE
// A second pass overwrites what all cells hold.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct n {
    unsigned char d;
    struct n *next;
};
int main(void)
{
    struct n *first = malloc(sizeof *first), *p = first;
    p->d = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        p->next = malloc(sizeof *p);
        p = p->next;
        p->d = __VERIFIER_nondet_int();
    }
    p->next = NULL;
    for (p = first; p; p = p->next)
        p->d = 255;
    for (p = first; p; p = p->next)
        if (p->d != 255)
            reach_error();
    return 0;
}
