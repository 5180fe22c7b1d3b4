// verify memsafety => FALSE(valid-deref) by uint=3
unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 8)
        return 0;
    int a[n];
    for (unsigned int i = 0; i < n; i++)
        a[i] = 0;
    return a[n == 3 ? 3 : 0];
}
