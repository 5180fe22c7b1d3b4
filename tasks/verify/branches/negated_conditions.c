// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (!(x < 3 || y > 4)) {
        if (x < 3)
            reach_error();
        if (y > 4)
            reach_error();
    }
    return 0;
}
