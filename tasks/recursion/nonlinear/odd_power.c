// verify unreach-call => TRUE
// A product of odd numbers is odd, also modulo 2^32.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int power(unsigned int base, unsigned int exponent)
{
    if (exponent == 0)
        return 1;
    return base * power(base, exponent - 1);
}
int main(void)
{
    unsigned int base = __VERIFIER_nondet_uint();
    unsigned int exponent = __VERIFIER_nondet_uint();
    if (base % 2 == 1 && power(base, exponent) % 2 != 1)
        reach_error();
    return 0;
}
