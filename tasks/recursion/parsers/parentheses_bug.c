// verify unreach-call => FALSE(unreach-call) by char=0
// The end of the text ends a group as well.
char __VERIFIER_nondet_char(void);
void reach_error(void);

unsigned int opened, closed;
void group(void)
{
    for (;;) {
        char c = __VERIFIER_nondet_char();
        if (c == ')') {
            closed++;
            return;
        }
        if (c == '(') {
            opened++;
            group();
        } else if (c == 0) {
            return;
        }
    }
}
int main(void)
{
    opened++;
    group();
    if (opened != closed)
        reach_error();
    return 0;
}
