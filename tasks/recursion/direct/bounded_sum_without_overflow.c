// verify no-overflow => TRUE
// A sum of n numbers, none above 1000, is at most 1000 * n, and n is at most 2000000.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int sum(int n)
{
    if (n == 0)
        return 0;
    int value = __VERIFIER_nondet_int();
    if (value < 0 || value > 1000)
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
