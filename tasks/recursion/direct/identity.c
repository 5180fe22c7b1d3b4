// verify unreach-call => TRUE
// By induction on n: what comes back is n.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int identity(unsigned int n)
{
    if (n == 0)
        return 0;
    return identity(n - 1) + 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (identity(n) != n)
        reach_error();
    return 0;
}
