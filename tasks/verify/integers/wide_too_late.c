// verify no-overflow => FALSE(no-overflow) by int=2147483647 int=1
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long long sum = a + b;
    return sum > 0;
}
