// verify unreach-call => TRUE
// A counter of eight bits is n modulo 256.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned char count(unsigned int n)
{
    if (n == 0)
        return 0;
    return count(n - 1) + 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (count(n) != n % 256)
        reach_error();
    return 0;
}
