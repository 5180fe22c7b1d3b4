// verify no-overflow => FALSE(no-overflow) by int=2147483647 int=1
// verify unreach-call => FALSE(unreach-call) by int=2147483647 int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < 0)
        return 0;
    int middle = (low + high) / 2;
    if (middle < 0)
        reach_error();
    return 0;
}
