// verify unreach-call => TRUE
#include <math.h>
signed char __VERIFIER_nondet_char(void);
void reach_error(void);

int main(void)
{
    double whole, x = __VERIFIER_nondet_char() / 4.0;
    float small;
    long double large;
    double fraction = modf(x, &whole);
    if (whole + fraction != x || fraction >= 1 || fraction <= -1)
        reach_error();
    if (modff(-2.5f, &small) != -0.5f || small != -2.0f || modfl(7.25L, &large) != 0.25L || large != 7.0L)
        reach_error();
    if (modf(-INFINITY, &whole) != 0 || !signbit(modf(-INFINITY, &whole)) || whole != -INFINITY)
        reach_error();
    return 0;
}
