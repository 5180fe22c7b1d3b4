// verify unreach-call => TRUE
// Taking one away from both keeps which is less.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int less(unsigned int a, unsigned int b)
{
    if (a == 0 || b == 0)
        return b != 0;
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
