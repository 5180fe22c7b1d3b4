// verify unreach-call => FALSE(unreach-call) by int=0
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x <= 10)
        reach_error();
    __VERIFIER_assume(x > 10);
    return 0;
}
