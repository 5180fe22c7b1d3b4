// verify unreach-call => TRUE
// The caller's local below gets n - 1.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void count(unsigned int n, unsigned int *result)
{
    unsigned int below;
    if (n == 0) {
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
