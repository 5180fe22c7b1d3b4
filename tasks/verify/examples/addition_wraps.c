// verify unreach-call => FALSE(unreach-call) by int=2147483647 int=100
// Only wrap-around makes the sum of two large numbers small.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    int sum = m;
    if (n > 200)
        return 0;
    for (int i = 0; i < n; i++)
        sum++;
    if (m >= 100 && n >= 100 && sum < 200)
        reach_error();
    return 0;
}
