// verify unreach-call => FALSE(unreach-call) by uint=3
// The third goes on with the second.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int one(unsigned int n);
unsigned int two(unsigned int n);
unsigned int zero(unsigned int n)
{
    return n == 0 ? 0 : one(n - 1);
}
unsigned int one(unsigned int n)
{
    return n == 0 ? 1 : two(n - 1);
}
unsigned int two(unsigned int n)
{
    return n == 0 ? 2 : one(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (zero(n) != n % 3)
        reach_error();
    return 0;
}
