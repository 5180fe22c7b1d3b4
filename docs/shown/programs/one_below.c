// f counts how often it can go down; it is 1 for an input of 1.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int f(int x)
{
    if (x <= 0)
        return 0;
    int below = f(x - 1);
    return below + 1;
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (f(a) == 1)
        reach_error();
    return 0;
}
