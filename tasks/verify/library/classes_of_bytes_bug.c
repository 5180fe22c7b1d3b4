// verify unreach-call => FALSE(unreach-call) by seed 257
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

/* A vertical tab is white space and no blank. */
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (isspace(c) && !isblank(c) && c != '\n' && c != '\r' && c != '\f')
        reach_error();
    return 0;
}
