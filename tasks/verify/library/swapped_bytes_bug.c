// verify unreach-call => FALSE(unreach-call) by seed 1
#define _GNU_SOURCE
#include <unistd.h>
char __VERIFIER_nondet_char(void);
void reach_error(void);

int main(void)
{
    char a[2], b[2];
    a[0] = __VERIFIER_nondet_char();
    a[1] = __VERIFIER_nondet_char();
    swab(a, b, 2);
    if (b[0] != a[0])
        reach_error();
    return 0;
}
