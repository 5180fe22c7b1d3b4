// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    if (sign * sign > 1)
        reach_error();
    if (sign == 0 && x != 0)
        reach_error();
    return 0;
}
