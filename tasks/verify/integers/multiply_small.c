// verify no-overflow => TRUE
short __VERIFIER_nondet_short(void);

int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int p = a * b;
    return p == 0;
}
