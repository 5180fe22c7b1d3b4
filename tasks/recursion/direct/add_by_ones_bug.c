// verify unreach-call => FALSE(unreach-call) by int=0 int=-1
// A negative b is added with the wrong sign.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int add(int a, int b)
{
    if (b == 0)
        return a;
    if (b > 0)
        return add(a + 1, b - 1);
    return add(a + 1, b + 1);
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (add(a, b) != a + b)
        reach_error();
    return 0;
}
