// verify unreach-call => TRUE
// The result is positive, and no larger than an argument that is positive.
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);

unsigned int divisor(unsigned int a, unsigned int b)
{
    if (b == 0)
        return a;
    if (a < b)
        return divisor(b, a);
    return divisor(a - b, b);
}
int main(void)
{
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a > 0 && b > 0);
    unsigned int d = divisor(a, b);
    if (d == 0 || d > a || d > b)
        reach_error();
    return 0;
}
