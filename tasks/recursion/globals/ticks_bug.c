// verify unreach-call => FALSE(unreach-call) by uint=0
// The last call is counted, too.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int ticks;
void tick(unsigned int n)
{
    ticks++;
    if (n == 0)
        return;
    tick(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    tick(n);
    if (ticks != n)
        reach_error();
    return 0;
}
