// verify unreach-call => TRUE
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a == 0 || b == 0 || a > 12 || b > 12)
        return 0;
    unsigned char x = a, y = b;
    while (y) {
        unsigned char r = x % y;
        x = y;
        y = r;
    }
    if (a % x != 0 || b % x != 0)
        reach_error();
    return 0;
}
