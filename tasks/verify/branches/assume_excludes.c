// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    __VERIFIER_assume(y == x);
    if (y <= 10)
        reach_error();
    return 0;
}
