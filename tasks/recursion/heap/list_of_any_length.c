// verify unreach-call => TRUE
// build(n) makes a list of n cells, and length counts them.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);

struct cell {
    struct cell *next;
};
struct cell *build(unsigned int n)
{
    if (n == 0)
        return 0;
    struct cell *first = malloc(sizeof *first);
    first->next = build(n - 1);
    return first;
}
unsigned int length(const struct cell *list)
{
    return list == 0 ? 0 : 1 + length(list->next);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 1000000);
    if (length(build(n)) != n)
        reach_error();
    return 0;
}
