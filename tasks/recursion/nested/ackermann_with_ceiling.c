// verify unreach-call => TRUE
// More than n, or at the ceiling: the outer call gets n at least, or the ceiling.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

#define CEILING 1000
unsigned int ackermann(unsigned int m, unsigned int n)
{
    if (m == 0)
        return n < CEILING ? n + 1 : n;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void)
{
    unsigned int m = __VERIFIER_nondet_uint();
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int a = ackermann(m, n);
    if (a <= n && a < CEILING)
        reach_error();
    return 0;
}
