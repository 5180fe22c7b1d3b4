// verify assertions => TRUE
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        return 1;
    assert(x != 3);
    return 0;
}
