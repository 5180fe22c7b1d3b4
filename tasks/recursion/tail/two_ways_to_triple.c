// verify unreach-call => TRUE
// Both give 3 * n modulo 2^32.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int slow(unsigned int n)
{
    return n == 0 ? 0 : slow(n - 1) + 3;
}
unsigned int fast(unsigned int n, unsigned int sum)
{
    return n == 0 ? sum : fast(n - 1, sum + 3);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (slow(n) != fast(n, 0))
        reach_error();
    return 0;
}
