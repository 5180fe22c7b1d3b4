// verify unreach-call => FALSE(unreach-call) by uchar=1
// The lowest bit is lost before it is counted.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static unsigned int by_last(unsigned char x)
{
    return x == 0 ? 0 : 1 + by_last(x & (x - 1));
}
static unsigned int by_each(unsigned char x)
{
    return x == 0 ? 0 : (x >> 1 & 1) + by_each(x >> 1);
}
int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    if (by_last(x) != by_each(x))
        reach_error();
    return 0;
}
