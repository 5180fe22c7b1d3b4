// verify unreach-call => FALSE(unreach-call) by uint=3
// The call below writes through the pointer to the local of this one.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int *last;
void walk(unsigned int n)
{
    unsigned int own = 0;
    if (n == 0)
        return;
    if (n % 2 == 1)
        last = &own;
    *last = n;
    walk(n - 1);
    if (n % 2 == 1 && own != n)
        reach_error();
}
int main(void)
{
    unsigned int any;
    last = &any;
    walk(__VERIFIER_nondet_uint());
    return 0;
}
