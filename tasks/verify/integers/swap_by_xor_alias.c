// verify unreach-call => FALSE(unreach-call) by uint=5
// Swapping a variable with itself clears it.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void swap(unsigned int *x, unsigned int *y)
{
    *x ^= *y;
    *y ^= *x;
    *x ^= *y;
}
int main(void)
{
    unsigned int a = __VERIFIER_nondet_uint(), old = a;
    swap(&a, &a);
    if (a != old)
        reach_error();
    return 0;
}
