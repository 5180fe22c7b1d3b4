// verify unreach-call => TRUE
// From n it takes 2^32 - n steps up to reach 0 again.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int steps(unsigned int n)
{
    if (n == 0)
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
