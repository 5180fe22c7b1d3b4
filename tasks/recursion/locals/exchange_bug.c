// verify unreach-call => FALSE(unreach-call) by uint=1 int=1 int=2 bool=0
// The old value is lost.
_Bool __VERIFIER_nondet_bool(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);

void exchange(unsigned int n, int *a, int *b)
{
    if (n == 0)
        return;
    *a = *b;
    *b = *a;
    if (__VERIFIER_nondet_bool())
        exchange(n - 1, a, b);
    else
        exchange(n - 1, b, a);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int before = x + y;
    exchange(n, &x, &y);
    if (x + y != before)
        reach_error();
    return 0;
}
