// verify unreach-call => FALSE(unreach-call) by uint=4294967295
// It ends at the largest number.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int steps(unsigned int n)
{
    if (n == 0 || n == 0xffffffff)
        return 0;
    return steps(n + 1) + 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (steps(n) != 0 - n)
        reach_error();
    return 0;
}
