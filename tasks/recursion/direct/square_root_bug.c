// verify unreach-call => FALSE(unreach-call) by uint=1
// A square is not its own root.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned long long root(unsigned int n, unsigned long long r)
{
    if ((r + 1) * (r + 1) >= n)
        return r;
    return root(n, r + 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned long long r = root(n, 0);
    if (r * r > n || (r + 1) * (r + 1) <= n)
        reach_error();
    return 0;
}
