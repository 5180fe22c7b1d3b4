// verify unreach-call => TRUE
// f(n) = n: the inner call gives n - 1, and so does the outer one.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int f(int n)
{
    if (n <= 0)
        return n;
    return 1 + f(f(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (f(n) != n)
        reach_error();
    return 0;
}
