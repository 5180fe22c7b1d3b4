// verify unreach-call => TRUE
// n + done stays the same in every call.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int count(int n, int done)
{
    if (n == 0)
        return done;
    return count(n - 1, done + 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && count(n, 0) != n)
        reach_error();
    return 0;
}
