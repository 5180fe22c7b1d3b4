// verify unreach-call => TRUE
// Whoever points where, the sum of both is that of the beginning.
_Bool __VERIFIER_nondet_bool(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);

void exchange(unsigned int n, int *a, int *b)
{
    if (n == 0)
        return;
    int old = *a;
    *a = *b;
    *b = old;
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
