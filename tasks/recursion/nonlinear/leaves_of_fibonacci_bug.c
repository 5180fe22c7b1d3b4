// verify unreach-call => FALSE(unreach-call) by uint=0
// Leaves are counted as inner nodes, too.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int inner;
unsigned int leaves(unsigned int n)
{
    inner++;
    if (n < 2)
        return 1;
    unsigned int left = leaves(n - 1);
    return left + leaves(n - 2);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (leaves(n) != inner + 1)
        reach_error();
    return 0;
}
