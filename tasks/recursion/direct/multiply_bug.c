// verify unreach-call => FALSE(unreach-call) by uint=3 uint=0
// The base case is that of b == 1, and is taken for 0 as well.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int multiply(unsigned int a, unsigned int b)
{
    if (b <= 1)
        return a;
    return a + multiply(a, b - 1);
}
int main(void)
{
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    if (multiply(a, b) != a * b)
        reach_error();
    return 0;
}
