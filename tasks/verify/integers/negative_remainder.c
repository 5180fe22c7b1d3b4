// verify unreach-call => FALSE(unreach-call) by int=-5
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int slot = x % 3;
    if (slot < 0)
        reach_error();
    return 0;
}
