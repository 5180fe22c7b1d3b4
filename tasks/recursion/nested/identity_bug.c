// verify unreach-call => FALSE(unreach-call) by int=-1
// The base case returns 0 for all.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int f(int n)
{
    if (n <= 0)
        return 0;
    return 1 + f(f(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (f(n) != n)
        reach_error();
    return 0;
}
