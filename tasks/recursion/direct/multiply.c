// verify unreach-call => TRUE
// a * b = a + a * (b - 1), also modulo 2^32.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int multiply(unsigned int a, unsigned int b)
{
    if (b == 0)
        return 0;
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
