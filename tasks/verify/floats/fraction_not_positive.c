// verify unreach-call => FALSE(unreach-call) by double=0xc00c000000000000
#include <math.h>
double __VERIFIER_nondet_double(void);
void reach_error(void);

/* The fraction has the sign of the number. */
int main(void)
{
    double whole, x = __VERIFIER_nondet_double();
    if (x >= -8 && x <= 8 && modf(x, &whole) == -0.5 && whole == -3)
        reach_error();
    return 0;
}
