// verify unreach-call => FALSE(unreach-call) by uchar=3 uchar=2 uchar=1
// One pass of bubbles is not enough.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char a[3] = { __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar() };
    for (int i = 0; i < 2; i++)
        if (a[i] > a[i + 1]) {
            unsigned char t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    if (a[0] > a[1])
        reach_error();
    return 0;
}
