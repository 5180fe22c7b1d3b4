// verify no-overflow => TRUE
// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    if ((b > 0 && a > 2147483647 - b) || (b < 0 && a < -2147483647 - 1 - b))
        return 0;
    sum = a + b;
    if (b > 0 && sum < a)
        reach_error();
    return 0;
}
