// verify unreach-call => TRUE
// 2^n - 1 moves: h + 1 + h for h = 2^(n - 1) - 1; all bits are set from n = 32 on.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int moves(unsigned int n)
{
    if (n == 0)
        return 0;
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
