// verify unreach-call => TRUE
// n times one less than 0 is -n modulo 2^32.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int negate(unsigned int n)
{
    return n == 0 ? 0 : negate(n - 1) - 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n + negate(n) != 0)
        reach_error();
    return 0;
}
