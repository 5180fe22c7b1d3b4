// verify unreach-call => FALSE(unreach-call) by int=8
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

void check(int x)
{
    if (x == 7)
        exit(0);
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    check(x);
    if (x > 6 && x < 9)
        reach_error();
    return 0;
}
