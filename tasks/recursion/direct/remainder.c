// verify unreach-call => TRUE
// Only a number below b is returned.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int remainder_of(unsigned int a, unsigned int b)
{
    if (a < b)
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
