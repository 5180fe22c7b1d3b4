// verify unreach-call => TRUE
// even(n) is 1 exactly for even n, odd(n) exactly for odd n.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int odd(unsigned int n);
int even(unsigned int n)
{
    return n == 0 ? 1 : odd(n - 1);
}
int odd(unsigned int n)
{
    return n == 0 ? 0 : even(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (even(n) != (n % 2 == 0))
        reach_error();
    return 0;
}
