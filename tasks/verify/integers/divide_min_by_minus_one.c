// verify no-overflow => FALSE(no-overflow) by int=-2147483648 int=-1
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 0;
    return a / b;
}
