// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=1 int=0
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    unsigned int x = 0;
    while (__VERIFIER_nondet_int())
        x += 3;
    if (x == 9)
        reach_error();
    return 0;
}
