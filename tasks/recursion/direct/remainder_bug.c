// verify unreach-call => FALSE(unreach-call) by uint=2 uint=2
// A remainder of b itself is let through.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int remainder_of(unsigned int a, unsigned int b)
{
    if (a <= b)
        return a;
    return remainder_of(a - b, b);
}
int main(void)
{
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    if (b > 0 && remainder_of(a, b) >= b)
        reach_error();
    return 0;
}
