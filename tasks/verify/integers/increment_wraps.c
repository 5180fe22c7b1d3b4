// verify unreach-call => FALSE(unreach-call) by int=2147483647
// verify no-overflow => FALSE(no-overflow) by int=2147483647
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x + 1 < x)
        reach_error();
    return 0;
}
