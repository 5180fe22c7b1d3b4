// verify unreach-call => FALSE(unreach-call) by uint=2
// What the pointer led to at first is not what it leads to at the end.
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
    if (*place != n)
        reach_error();
    return 0;
}
