// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int a, b, have_a, have_b;
    while (__VERIFIER_nondet_int()) {
        a = __VERIFIER_nondet_int();
        b = __VERIFIER_nondet_int();
        have_a = have_b = 0;
        if (a)
            have_a = 1;
        if (b)
            have_b = 1;
        if (a) {
            if (!have_a)
                reach_error();
            have_a = 0;
        }
        if (b) {
            if (!have_b)
                reach_error();
            have_b = 0;
        }
    }
    return 0;
}
