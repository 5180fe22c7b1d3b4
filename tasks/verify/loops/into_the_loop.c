// verify unreach-call => FALSE(unreach-call) by int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int i = 0;
    if (__VERIFIER_nondet_int())
        goto inside;
    for (i = 10; i < 12; i++) {
    inside:
        if (i == 0)
            reach_error();
    }
    return 0;
}
