// verify no-overflow => TRUE
// The middle is computed from the difference, which fits for lo >= 0.
int __VERIFIER_nondet_int(void);

static int find(int lo, int hi, int key)
{
    if (hi - lo <= 1)
        return lo;
    int middle = lo + (hi - lo) / 2;
    return key < middle ? find(lo, middle, key) : find(middle, hi, key);
}
int main(void)
{
    int hi = __VERIFIER_nondet_int();
    int key = __VERIFIER_nondet_int();
    if (hi > 0)
        find(0, hi, key);
    return 0;
}
