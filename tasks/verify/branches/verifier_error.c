// verify unreach-call => FALSE(unreach-call) by int=-2147483648
int __VERIFIER_nondet_int(void);

void __VERIFIER_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && -x == x)
        __VERIFIER_error();
    return 0;
}
