// verify unreach-call => TRUE
// lo <= hi after the last value, and both only move apart.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void range(unsigned int n, int *lo, int *hi)
{
    int value = __VERIFIER_nondet_int();
    if (n == 0) {
        *lo = value;
        *hi = value;
        return;
    }
    range(n - 1, lo, hi);
    if (value < *lo)
        *lo = value;
    if (value > *hi)
        *hi = value;
}
int main(void)
{
    int lo = 0, hi = 0;
    range(__VERIFIER_nondet_uint(), &lo, &hi);
    if (lo > hi)
        reach_error();
    return 0;
}
