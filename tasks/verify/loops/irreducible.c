// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = 0, n = 0;
    if (__VERIFIER_nondet_int())
        goto b;
a:
    x = 1;
b:
    n++;
    if (n < 5)
        goto a;
    if (x != 1)
        reach_error();
    return 0;
}
