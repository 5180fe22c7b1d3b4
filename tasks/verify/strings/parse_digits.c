// verify unreach-call => FALSE(unreach-call) by char=52 char=50
char __VERIFIER_nondet_char(void);
void reach_error(void);

int main(void)
{
    char s[3] = { __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0 };
    int n = 0;
    for (char *p = s; *p >= '0' && *p <= '9'; p++)
        n = 10 * n + (*p - '0');
    if (n == 42)
        reach_error();
    return 0;
}
