// verify unreach-call => TRUE
// quotient * b <= a < (quotient + 1) * b holds for a when it does for a - b.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int quotient(unsigned int a, unsigned int b)
{
    if (a < b)
        return 0;
    return 1 + quotient(a - b, b);
}
int main(void)
{
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    if (b == 0)
        return 0;
    unsigned int q = quotient(a, b);
    if (q * b > a || a - q * b >= b)
        reach_error();
    return 0;
}
