// verify unreach-call => FALSE(unreach-call) by uint=1
// The base case takes 1 as well.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void count(unsigned int n, unsigned int *result)
{
    unsigned int below;
    if (n <= 1) {
        *result = 0;
        return;
    }
    count(n - 1, &below);
    *result = below + 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int result;
    count(n, &result);
    if (result != n)
        reach_error();
    return 0;
}
