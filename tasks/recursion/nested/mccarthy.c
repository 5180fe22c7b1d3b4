// verify unreach-call => TRUE
// 91 for all x up to 101, else x - 10; x + 11 is only computed for x <= 100.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int f(int x)
{
    if (x > 100)
        return x - 10;
    return f(f(x + 11));
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = f(x);
    if (x <= 101 ? y != 91 : y != x - 10)
        reach_error();
    return 0;
}
