// verify unreach-call => TRUE
// The condition of the loop is i < n by recursion, so that i ends at n.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int below(unsigned int i, unsigned int n)
{
    return n != 0 && (i == 0 || below(i - 1, n - 1));
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
