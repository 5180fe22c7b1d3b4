// verify assertions => FALSE(assertions) by int=3
// The header that makes a macro of it is not included: it checks nevertheless.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 3);
    return 0;
}
