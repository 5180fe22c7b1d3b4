// verify unreach-call => FALSE(unreach-call) by int=-2
// For a negative number the recursion runs the other way and the answer is wrong.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int odd(int n);
int even(int n)
{
    return n == 0 ? 1 : n < 0 ? odd(-n) : odd(n - 1);
}
int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > -5 && n < 5);
    if (n % 2 == 0 && !even(n))
        reach_error();
    return 0;
}
