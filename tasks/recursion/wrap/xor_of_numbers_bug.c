// verify unreach-call => FALSE(unreach-call) by uint=1
// The base case takes 1 as well.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int fold(unsigned int n)
{
    if (n <= 1)
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
