// verify unreach-call => FALSE(unreach-call) by int=5 int=6
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    for (;;)
        if (__VERIFIER_nondet_int() == 6)
            break;
    reach_error();
    return 0;
}
