// verify unreach-call => TRUE
// Where the global pointer leads is changed on the way down; both places together count all.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int first, second;
unsigned int *place = &first;
void tick(unsigned int n)
{
    if (n == 0)
        return;
    (*place)++;
    if (n == 2)
        place = &second;
    tick(n - 1);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    tick(n);
    if (first + second != n)
        reach_error();
    return 0;
}
