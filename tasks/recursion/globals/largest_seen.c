// verify unreach-call => TRUE
// The largest value only grows.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int largest;
void feed(unsigned int n)
{
    if (n == 0)
        return;
    int value = __VERIFIER_nondet_int();
    if (value > largest)
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
