// verify memsafety => TRUE
unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[4] = { 0 };
    unsigned int i = __VERIFIER_nondet_uint();
    if (i < 4)
        a[i] = 1;
    return a[0];
}
