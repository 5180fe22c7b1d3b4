// verify unreach-call => FALSE(unreach-call) by uint=0
// The base case gives the complement, which lacks the one.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int negate(unsigned int n)
{
    return n == 0 ? ~n : negate(n - 1) - 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n + negate(n) != 0)
        reach_error();
    return 0;
}
