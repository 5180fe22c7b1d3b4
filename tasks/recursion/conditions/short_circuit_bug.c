// verify unreach-call => FALSE(unreach-call) by uint=1
// The numbers multiplied are no neighbours.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int is_even(unsigned int x)
{
    return x % 2 == 0;
}
int all(unsigned int k)
{
    return k == 0 || (is_even(k * (k + 2)) && all(k - 1));
}
int main(void)
{
    if (!all(__VERIFIER_nondet_uint()))
        reach_error();
    return 0;
}
