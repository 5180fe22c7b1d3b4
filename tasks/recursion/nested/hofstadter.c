// verify unreach-call => TRUE
// g(n) <= n, so that g(g(n - 1)) <= n - 1 and 1 <= g(n) for n > 0.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int g(unsigned int n)
{
    if (n == 0)
        return 0;
    return n - g(g(n - 1));
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int r = g(n);
    if (r > n || (n > 0 && r == 0))
        reach_error();
    return 0;
}
