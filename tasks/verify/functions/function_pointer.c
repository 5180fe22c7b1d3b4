// verify unreach-call => TRUE
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

static int add(int a, int b)
{
    return a + b;
}
static int subtract(int a, int b)
{
    return a - b;
}
int main(void)
{
    int (*operation)(int, int) = __VERIFIER_nondet_bool() ? add : subtract;
    int r = operation(5, 3);
    if (r != 8 && r != 2)
        reach_error();
    return 0;
}
