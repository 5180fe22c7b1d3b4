// verify memsafety => TRUE
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x, *p = 0, have = 0;
    if (__VERIFIER_nondet_int() > 10) {
        p = &x;
        have = 1;
    }
    if (have)
        *p = 1;
    return 0;
}
