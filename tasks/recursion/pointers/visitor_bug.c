// verify unreach-call => FALSE(unreach-call) by uint=1 bool=0
// One visitor adds its argument once.
_Bool __VERIFIER_nondet_bool(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

static unsigned int sum;
static void by_two(unsigned int n)
{
    sum += 2;
}
static void by_pair(unsigned int n)
{
    sum += n;
}
static void each(unsigned int n, void (*visit)(unsigned int))
{
    if (n == 0)
        return;
    visit(n);
    each(n - 1, __VERIFIER_nondet_bool() ? by_two : visit);
}
int main(void)
{
    each(__VERIFIER_nondet_uint(), by_pair);
    if (sum % 2 != 0)
        reach_error();
    return 0;
}
