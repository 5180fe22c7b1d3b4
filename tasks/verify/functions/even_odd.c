// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
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
    __VERIFIER_assume(n < 8);
    if (even(n) != (n % 2 == 0))
        reach_error();
    return 0;
}
