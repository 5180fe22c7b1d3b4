// verify unreach-call => FALSE(unreach-call) by uchar=200 uchar=100
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned char sum = a + b;
    if (sum < a)
        reach_error();
    return 0;
}
