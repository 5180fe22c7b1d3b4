// verify unreach-call => FALSE(unreach-call) by uint=0 uint=0
// It is applied once more at the end.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

static unsigned int increment(unsigned int x)
{
    return x + 1;
}
static unsigned int apply(unsigned int (*f)(unsigned int), unsigned int n, unsigned int x)
{
    return n == 0 ? f(x) : apply(f, n - 1, f(x));
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int x = __VERIFIER_nondet_uint();
    if (apply(increment, n, x) != x + n)
        reach_error();
    return 0;
}
