// verify unreach-call => TRUE
#include <err.h>
#include <error.h>
#include <errno.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

/* A status other than 0 ends the program; err and errx always do. */
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        err(1, "%d is negative", n);
    if (n > 10)
        errx(2, "%d is too large", n);
    if (n > 5)
        error(3, ENOENT, "%s", "too large");
    if (n < 0 || n > 5)
        reach_error();
    return 0;
}
