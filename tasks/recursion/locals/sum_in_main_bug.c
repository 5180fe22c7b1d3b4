// verify unreach-call => FALSE(unreach-call) by uint=1 uint=5
// The sum is not added to but set.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void add(unsigned int n, unsigned int *sum)
{
    if (n == 0)
        return;
    *sum = n;
    add(n - 1, sum);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int start = __VERIFIER_nondet_uint();
    unsigned int sum = start;
    add(n, &sum);
    if (sum != start + n)
        reach_error();
    return 0;
}
