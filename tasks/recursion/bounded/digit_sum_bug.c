// verify unreach-call => FALSE(unreach-call) by uint=0
// The base case is that of a product.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int digits(unsigned int n)
{
    if (n == 0)
        return 1;
    return n % 10 + digits(n / 10);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (digits(n) > n)
        reach_error();
    return 0;
}
