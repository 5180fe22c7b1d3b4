// verify unreach-call => TRUE
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static int count(int n, int done)
{
    if (n == 0)
        return done;
    return count(n - 1, done + 1);
}
int main(void)
{
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n < 10 && count(n, 0) != n)
        reach_error();
    return 0;
}
