// verify unreach-call => FALSE(unreach-call) by int=1 int=0 int=1 int=1 int=0 int=1 int=0 int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int code = 0;
    for (int i = 0; i < 8; i++)
        code = 2 * code + (__VERIFIER_nondet_int() ? 1 : 0);
    if (code == 0xb5)
        reach_error();
    return 0;
}
