// verify unreach-call => FALSE(unreach-call) by uint=1 uint=0
// The last element is left out.
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);

#define SIZE 50000
char a[SIZE];
void fill(unsigned int i, unsigned int n)
{
    if (i + 1 >= n)
        return;
    a[i] = 7;
    fill(i + 1, n);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= SIZE && k < n);
    fill(0, n);
    if (a[k] != 7)
        reach_error();
    return 0;
}
