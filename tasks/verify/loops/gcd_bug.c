// verify unreach-call => FALSE(unreach-call) by uchar=6 uchar=4
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a == 0 || b == 0 || a > 12 || b > 12)
        return 0;
    while (a != b)
        if (a > b)
            a -= b;
        else
            b -= a;
    if (a == 2)
        reach_error();
    return 0;
}
