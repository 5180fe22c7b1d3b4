// verify unreach-call => FALSE(unreach-call) by uchar=13 uchar=17
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a > 1 && b > a && a * b == 221)
        reach_error();
    return 0;
}
