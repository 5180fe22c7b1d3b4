// verify no-overflow => TRUE
// Between 0 and n, so that 1 can be added to what n - 1 gives.
int __VERIFIER_nondet_int(void);

int count(int n)
{
    if (n <= 0)
        return 0;
    return 1 + count(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    count(n);
    return 0;
}
