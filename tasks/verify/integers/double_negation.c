// verify unreach-call => FALSE(unreach-call) by int=2
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x && !!x != x)
        reach_error();
    return 0;
}
