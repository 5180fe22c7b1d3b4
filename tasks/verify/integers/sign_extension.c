// verify unreach-call => TRUE
char __VERIFIER_nondet_char(void);
void reach_error(void);

int main(void)
{
    signed char c = __VERIFIER_nondet_char();
    long l = c;
    int i = c;
    if (l != i || l > 127 || l < -128)
        reach_error();
    return 0;
}
