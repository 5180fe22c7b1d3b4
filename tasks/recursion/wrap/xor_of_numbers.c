// verify unreach-call => TRUE
// 0 ^ 1 ^ … ^ n is n, 1, n + 1, 0 in turn, by n modulo 4.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int fold(unsigned int n)
{
    if (n == 0)
        return 0;
    return n ^ fold(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int expected = n % 4 == 0 ? n : n % 4 == 1 ? 1 : n % 4 == 2 ? n + 1 : 0;
    if (fold(n) != expected)
        reach_error();
    return 0;
}
