// verify unreach-call => FALSE(unreach-call) by int=-1
// The remainder of a negative odd number is taken for 1.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int sign(int n)
{
    if (n == 0)
        return 1;
    return n > 0 ? -sign(n - 1) : -sign(n + 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (sign(n) != (n % 2 == 1 ? -1 : 1))
        reach_error();
    return 0;
}
