// verify unreach-call => FALSE(unreach-call) by uint=0 uint=0
// Where both are 0 the first counts as less.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int less(unsigned int a, unsigned int b)
{
    if (a == 0 || b == 0)
        return a == 0;
    return less(a - 1, b - 1);
}
int main(void)
{
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    if (less(a, b) != (a < b))
        reach_error();
    return 0;
}
