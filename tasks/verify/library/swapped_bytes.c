// verify unreach-call => TRUE
#define _GNU_SOURCE
#include <unistd.h>
char __VERIFIER_nondet_char(void);
void reach_error(void);

int main(void)
{
    char a[4], b[4] = {0};
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_char();
    swab(a, b, 3);
    if (b[0] != a[1] || b[1] != a[0] || b[2] != 0 || b[3] != 0)
        reach_error();
    return 0;
}
