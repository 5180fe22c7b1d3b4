// verify unreach-call => TRUE
// Deeper than LIMIT nobody gets, for the program has ended then.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

#define LIMIT 5
int depth;
void visit(void)
{
    if (depth == LIMIT)
        abort();
    depth++;
    if (depth > LIMIT)
        reach_error();
    while (__VERIFIER_nondet_bool())
        visit();
    depth--;
}
int main(void)
{
    visit();
    return 0;
}
