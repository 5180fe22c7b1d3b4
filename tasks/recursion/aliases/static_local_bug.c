// verify unreach-call => FALSE(unreach-call) by uint=0
// It is not set back between calls from outside.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int calls(unsigned int n)
{
    static unsigned int all;
    all++;
    return n == 0 ? all : calls(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int before = calls(n);
    unsigned int after = calls(n);
    if (after != n + 1)
        reach_error();
    return 0;
}
