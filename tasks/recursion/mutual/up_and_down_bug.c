// verify unreach-call => FALSE(unreach-call) by uint=3
// On the way down nothing is taken away.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int down(unsigned int n, int x);
int up(unsigned int n, int x)
{
    if (n == 0)
        return x;
    return down(n - 1, x + 1);
}
int down(unsigned int n, int x)
{
    if (n == 0)
        return x;
    return up(n - 1, x);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    int x = up(n, 0);
    if (x < 0 || x > 1)
        reach_error();
    return 0;
}
