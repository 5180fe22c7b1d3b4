// verify unreach-call => FALSE(unreach-call) by uint=1 uint=0
// Both pointers may lead to the same variable, which is counted twice.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void count(unsigned int n, unsigned int *p, unsigned int *q)
{
    if (n == 0)
        return;
    (*p)++;
    (*q)++;
    count(n - 1, p, q);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int a = 0, b = 0;
    count(n, &a, __VERIFIER_nondet_uint() ? &b : &a);
    if (a != n)
        reach_error();
    return 0;
}
