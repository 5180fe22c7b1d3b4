// The counter is as often increased as the input says, which has no bound.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int ticks;

void tick(unsigned int n)
{
    if (n == 0)
        return;
    ticks++;
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
