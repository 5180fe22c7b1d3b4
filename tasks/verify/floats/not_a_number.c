// verify unreach-call => FALSE(unreach-call) by double=0x7ff8000000000000
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x != x)
        reach_error();
    return 0;
}
