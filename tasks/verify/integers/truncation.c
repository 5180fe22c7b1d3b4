// verify unreach-call => FALSE(unreach-call) by int=256
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char c = x;
    if (x > 0 && c == 0)
        reach_error();
    return 0;
}
