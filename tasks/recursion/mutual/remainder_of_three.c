// verify unreach-call => TRUE
// zero(n) = n % 3, one(n) = (n + 1) % 3, two(n) = (n + 2) % 3, without wrapping.
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
    return n == 0 ? 2 : zero(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (zero(n) != n % 3)
        reach_error();
    return 0;
}
