// verify unreach-call => TRUE
// Hofstadter: male(n) <= n, and female(n) <= n but for female(0) = 1; no difference wraps.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int male(unsigned int n);
unsigned int female(unsigned int n)
{
    if (n == 0)
        return 1;
    return n - male(female(n - 1));
}
unsigned int male(unsigned int n)
{
    if (n == 0)
        return 0;
    return n - female(male(n - 1));
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (male(n) > n)
        reach_error();
    return 0;
}
