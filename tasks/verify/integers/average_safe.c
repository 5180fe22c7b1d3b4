// verify no-overflow => TRUE
// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low)
        return 0;
    int middle = low + (high - low) / 2;
    if (middle < low || middle > high)
        reach_error();
    return 0;
}
