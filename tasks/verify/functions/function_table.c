// verify unreach-call => FALSE(unreach-call) by uint=2
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

static int zero(void)
{
    return 0;
}
static int one(void)
{
    return 1;
}
static int (*const table[])(void) = { zero, zero, one };
int main(void)
{
    unsigned int i = __VERIFIER_nondet_uint();
    if (i < 3 && table[i]())
        reach_error();
    return 0;
}
