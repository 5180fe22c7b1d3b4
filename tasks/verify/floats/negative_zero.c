// verify unreach-call => FALSE(unreach-call) by double=0x8000000000000000
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x == 0.0 && 1.0 / x < 0)
        reach_error();
    return 0;
}
