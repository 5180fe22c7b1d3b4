// verify --spec=specs/division.spec => FALSE(specification)
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a == b)
        return 0;
    return 7 / (a - b - 1);
}
