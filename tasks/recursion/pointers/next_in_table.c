// verify unreach-call => TRUE
// Whichever function is called next, the sign of what it adds alternates: 0 or 1.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

static int plus(unsigned int n);
static int minus(unsigned int n);
static int (*const next[2])(unsigned int) = { minus, plus };
static int plus(unsigned int n)
{
    return n == 0 ? 0 : 1 + next[0](n - 1);
}
static int minus(unsigned int n)
{
    return n == 0 ? 0 : -1 + next[1](n - 1);
}
int main(void)
{
    int sum = plus(__VERIFIER_nondet_uint());
    if (sum != 0 && sum != 1)
        reach_error();
    return 0;
}
