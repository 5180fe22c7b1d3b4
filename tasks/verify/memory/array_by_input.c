// verify unreach-call => FALSE(unreach-call) by uint=2 int=7
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    int a[4] = { 0, 0, 0, 0 };
    unsigned int i = __VERIFIER_nondet_uint();
    if (i < 4)
        a[i] = __VERIFIER_nondet_int();
    if (a[2] == 7)
        reach_error();
    return 0;
}
