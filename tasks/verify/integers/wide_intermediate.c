// verify no-overflow => TRUE
// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long long sum = (long long)a + b;
    if (sum > 4294967294LL || sum < -4294967296LL)
        reach_error();
    return 0;
}
