// verify unreach-call => FALSE(unreach-call) by int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int f(int x)
{
    if (x <= 0)
        return 0;
    int below = f(x - 1);
    return below + 1;
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = f(a);
    if (b == 1)
        reach_error();
    return 0;
}
