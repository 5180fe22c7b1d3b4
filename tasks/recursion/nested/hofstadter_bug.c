// verify unreach-call => FALSE(unreach-call) by uint=1
// The argument is taken off once more.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int g(unsigned int n)
{
    if (n == 0)
        return 0;
    return n - 1 - g(g(n - 1));
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int r = g(n);
    if (r > n || (n > 0 && r == 0))
        reach_error();
    return 0;
}
