// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0 uint=4294967295
// One cell is given to its neighbour's neighbour as the one before.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

struct page {
    struct page *forward, *back;
};
int main(void)
{
    struct page *first = malloc(sizeof *first), *last = first;
    first->forward = first->back = NULL;
    while (__VERIFIER_nondet_int()) {
        struct page *page = malloc(sizeof *page);
        page->forward = NULL;
        page->back = last->back ? last->back : last;
        last->forward = page;
        last = page;
    }
    unsigned int steps = 0, most = __VERIFIER_nondet_uint();
    struct page *at = first;
    while (steps < most && at->forward) {
        at = at->forward;
        steps++;
    }
    while (steps > 0 && at) {
        at = at->back;
        steps--;
    }
    if (at != first)
        reach_error();
    return 0;
}
