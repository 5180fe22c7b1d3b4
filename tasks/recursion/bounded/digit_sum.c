// verify unreach-call => TRUE
// n % 10 + n / 10 <= n, and what the recursion makes of n / 10 is at most that.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int digits(unsigned int n)
{
    if (n == 0)
        return 0;
    return n % 10 + digits(n / 10);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (digits(n) > n)
        reach_error();
    return 0;
}
