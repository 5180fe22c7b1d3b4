// verify unreach-call => FALSE(unreach-call) by int=1 int=0
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r = 0;
    if (a)
        if (b)
            r = 1;
        else
            r = 2;
    if (a && !b && r == 2)
        reach_error();
    return 0;
}
