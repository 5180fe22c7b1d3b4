// verify unreach-call => TRUE
// A tree of larger and smaller calls is at most n high.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int height(unsigned int n)
{
    if (n < 2)
        return n;
    unsigned int left = height(n - 1);
    unsigned int right = height(n - 2);
    return 1 + (left > right ? left : right);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (height(n) > n)
        reach_error();
    return 0;
}
