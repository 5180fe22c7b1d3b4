// verify unreach-call => FALSE(unreach-call) by uint=0
// The condition is i <= n.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int below(unsigned int i, unsigned int n)
{
    return i == 0 || (n != 0 && below(i - 1, n - 1));
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int i = 0;
    while (below(i, n))
        i++;
    if (i != n)
        reach_error();
    return 0;
}
