// verify unreach-call => FALSE(unreach-call) by seed 1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x;
    if (__VERIFIER_nondet_int())
        x = 1;
    if (x != 1)
        reach_error();
    return 0;
}
