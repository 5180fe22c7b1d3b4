// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    double d = x;
    if ((int)d != x)
        reach_error();
    return 0;
}
