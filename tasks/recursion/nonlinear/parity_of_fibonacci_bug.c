// verify unreach-call => FALSE(unreach-call) by uint=0
// The sequence begins with 1.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int fibonacci(unsigned int n)
{
    if (n < 2)
        return 1;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if ((fibonacci(n) % 2 == 0) != (n % 3 == 0))
        reach_error();
    return 0;
}
