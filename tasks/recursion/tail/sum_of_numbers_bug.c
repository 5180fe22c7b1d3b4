// verify unreach-call => FALSE(unreach-call) by uint=1
// What is added is one too small.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int numbers(unsigned int n, unsigned int sum)
{
    if (n == 0)
        return sum;
    return numbers(n - 1, sum + n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (2 * numbers(n, 0) != n * (n + 1))
        reach_error();
    return 0;
}
