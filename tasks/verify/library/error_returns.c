// verify unreach-call => FALSE(unreach-call) by seed 2
#include <err.h>
#include <error.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

/* With the status 0 error returns, as warn does. */
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 5)
        error(0, 0, "%d is too large", n);
    if (n > 6)
        warn("%d", n);
    if (n > 7 && error_message_count == 1)
        reach_error();
    return 0;
}
