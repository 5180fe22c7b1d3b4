// verify unreach-call => FALSE(unreach-call) by char=200
char __VERIFIER_nondet_char(void);
void reach_error(void);

int main(void)
{
    char c = __VERIFIER_nondet_char();
    int i = c;
    if (i < 0 && (unsigned char)c == 200)
        reach_error();
    return 0;
}
