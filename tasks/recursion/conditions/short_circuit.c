// verify unreach-call => TRUE
// k * (k + 1) is even for every k, also modulo 2^32, so that && never stops.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int is_even(unsigned int x)
{
    return x % 2 == 0;
}
int all(unsigned int k)
{
    return k == 0 || (is_even(k * (k + 1)) && all(k - 1));
}
int main(void)
{
    if (!all(__VERIFIER_nondet_uint()))
        reach_error();
    return 0;
}
