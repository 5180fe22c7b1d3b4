extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a = 1, b = 2, *p;
    int flag = __VERIFIER_nondet_int();
    if (flag)
        p = &a;
    else
        p = &b;
    while (__VERIFIER_nondet_int()) {
        if (flag) {
            *p = 3;
            if (b != 2)
                reach_error();
        } else {
            *p = 4;
            if (a != 1)
                reach_error();
        }
    }
    return 0;
}
