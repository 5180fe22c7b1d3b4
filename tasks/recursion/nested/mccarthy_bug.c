// verify unreach-call => FALSE(unreach-call) by int=100
// The bound is off by one.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int f(int x)
{
    if (x >= 100)
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
