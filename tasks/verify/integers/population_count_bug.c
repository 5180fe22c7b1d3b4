// verify unreach-call => FALSE(unreach-call) by uchar=128
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    int slow = 0;
    for (int i = 0; i < 7; i++)
        slow += x >> i & 1;
    int quick = 0;
    for (unsigned char y = x; y; y &= y - 1)
        quick++;
    if (slow != quick)
        reach_error();
    return 0;
}
