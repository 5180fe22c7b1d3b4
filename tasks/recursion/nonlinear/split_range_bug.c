// verify unreach-call => FALSE(unreach-call) by uint=0 uint=2
// The number in the middle is in no half.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int count(unsigned int lo, unsigned int hi)
{
    if (lo == hi)
        return 0;
    if (hi - lo == 1)
        return 1;
    unsigned int middle = lo + (hi - lo) / 2;
    return count(lo, middle) + count(middle + 1, hi);
}
int main(void)
{
    unsigned int lo = __VERIFIER_nondet_uint();
    unsigned int hi = __VERIFIER_nondet_uint();
    if (lo <= hi && count(lo, hi) != hi - lo)
        reach_error();
    return 0;
}
