// verify no-overflow => TRUE
// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
    __VERIFIER_assume(s < 32);
    unsigned int back = (x << s) >> s;
    if (back > x)
        reach_error();
    return 0;
}
