// verify unreach-call => FALSE(unreach-call) by int=-2147483648
// verify no-overflow => FALSE(no-overflow) by int=-2147483648
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int a = x < 0 ? -x : x;
    if (a < 0)
        reach_error();
    return 0;
}
