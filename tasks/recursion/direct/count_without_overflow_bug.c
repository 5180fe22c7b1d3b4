// verify no-overflow => FALSE(no-overflow) by int=-2147483648
// For a negative n the recursion runs the wrong way.
int __VERIFIER_nondet_int(void);

int count(int n)
{
    if (n == 0)
        return 0;
    return 1 + count(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    count(n);
    return 0;
}
