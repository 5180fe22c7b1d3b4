// verify unreach-call => TRUE
#include <math.h>
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void)
{
    double whole, x = __VERIFIER_nondet_double();
    float small;
    long double large;
    double fraction = modf(x, &whole);
    if (x >= -1000 && x <= 1000 && (whole + fraction != x || fraction >= 1 || fraction <= -1))
        reach_error();
    if (modff(-2.5f, &small) != -0.5f || small != -2.0f || modfl(7.25L, &large) != 0.25L || large != 7.0L)
        reach_error();
    if (modf(-INFINITY, &whole) != 0 || !signbit(modf(-INFINITY, &whole)) || whole != -INFINITY)
        reach_error();
    return 0;
}
