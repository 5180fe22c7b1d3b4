// verify unreach-call => TRUE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

void check(int ok)
{
    if (!ok)
        abort();
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    check(x != 7);
    if (x == 7)
        reach_error();
    return 0;
}
