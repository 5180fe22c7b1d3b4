// verify unreach-call => TRUE
// 2 * sum + n * (n + 1) stays the same modulo 2^32: n * (n + 1) - (n - 1) * n = 2 * n.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int numbers(unsigned int n, unsigned int sum)
{
    if (n == 0)
        return sum;
    return numbers(n - 1, sum + n);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (2 * numbers(n, 0) != n * (n + 1))
        reach_error();
    return 0;
}
