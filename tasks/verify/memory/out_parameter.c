// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int parse(int code, int *out)
{
    if (code < 0)
        return -1;
    *out = code * 2;
    return 0;
}
int main(void)
{
    int value = 0, code = __VERIFIER_nondet_int();
    if (code > 1000)
        return 0;
    if (parse(code, &value) == 0 && value < 0)
        reach_error();
    return 0;
}
