// verify no-overflow => FALSE(no-overflow) by int=-2147483648
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    x--;
    return x;
}
