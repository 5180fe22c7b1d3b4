// verify unreach-call => FALSE(unreach-call) by int=0 uint=2 int=7 int=3
// Each value is taken for the largest.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int largest;
void feed(unsigned int n)
{
    if (n == 0)
        return;
    int value = __VERIFIER_nondet_int();
    largest = value;
    feed(n - 1);
    if (value > largest)
        reach_error();
}
int main(void)
{
    largest = __VERIFIER_nondet_int();
    feed(__VERIFIER_nondet_uint());
    return 0;
}
