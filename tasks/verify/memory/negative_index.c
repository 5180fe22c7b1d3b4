// verify memsafety => FALSE(valid-deref) by int=-1
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = { 0 };
    int i = __VERIFIER_nondet_int();
    if (i < 4)
        a[i] = 1;
    return a[0];
}
