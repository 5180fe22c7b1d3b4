// verify unreach-call => TRUE
// No more steps are counted than there is fuel.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int steps(unsigned int n, unsigned int fuel)
{
    if (fuel == 0 || n == 1)
        return 0;
    if (n % 2 == 0)
        return 1 + steps(n / 2, fuel - 1);
    return 1 + steps(3 * n + 1, fuel - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int fuel = __VERIFIER_nondet_uint();
    if (steps(n, fuel) > fuel)
        reach_error();
    return 0;
}
