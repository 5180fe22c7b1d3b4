// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    if (-7 / 2 != -3 || -7 % 2 != -1 || 7 / -2 != -3 || 7 % -2 != 1)
        reach_error();
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x % 4 > 0)
        reach_error();
    return 0;
}
