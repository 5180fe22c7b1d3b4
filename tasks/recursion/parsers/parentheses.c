// verify unreach-call => TRUE
// Who returns has closed what it opened, else the program has ended.
#include <stdlib.h>
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
            exit(1);
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
