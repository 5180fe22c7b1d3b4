// verify unreach-call => TRUE
// A binary tree has one leaf more than it has inner nodes, also modulo 2^32.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int inner;
unsigned int leaves(unsigned int n)
{
    if (n < 2)
        return 1;
    inner++;
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
