// verify no-overflow => FALSE(no-overflow) by int=2 int=-2147483648 int=-1
// What is too large is left out, and it is forgotten that a value may be negative.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int sum(int n)
{
    if (n == 0)
        return 0;
    int value = __VERIFIER_nondet_int();
    if (value > 1000)
        value = 0;
    return value + sum(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 2000000);
    sum(n);
    return 0;
}
