// verify unreach-call => FALSE(unreach-call) by uint=0
// Both sequences begin with 1.
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
        return 1;
    return n - female(male(n - 1));
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (male(n) > n)
        reach_error();
    return 0;
}
