// verify unreach-call => FALSE(unreach-call) by int=3
int __VERIFIER_nondet_int(void);
void reach_error(void);

int identity(int n)
{
    return n == 0 ? 0 : identity(n - 1) + 1;
}
int main(void)
{
    if (identity(__VERIFIER_nondet_int()) == 3)
        reach_error();
    return 0;
}
