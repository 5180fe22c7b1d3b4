// verify unreach-call => FALSE(unreach-call) by uint=0
// A tower without disks is moved, too.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int moves(unsigned int n)
{
    if (n <= 1)
        return 1;
    return moves(n - 1) + 1 + moves(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int expected = n < 32 ? (1u << n) - 1 : 0xffffffff;
    if (moves(n) != expected)
        reach_error();
    return 0;
}
