// verify unreach-call => FALSE(unreach-call) by char=33 char=49 char=0
// A negation flips all bits.
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
void reach_error(void);

static char now;
static void next(void)
{
    now = __VERIFIER_nondet_char();
}
static int either(void);
static int factor(void)
{
    char c = now;
    next();
    if (c == '!')
        return ~factor();
    if (c == '(') {
        int inner = either();
        if (now != ')')
            exit(1);
        next();
        return inner;
    }
    return c == '1';
}
static int both(void)
{
    int left = factor();
    while (now == '&') {
        next();
        left = left & factor();
    }
    return left;
}
static int either(void)
{
    int left = both();
    while (now == '|') {
        next();
        left = left | both();
    }
    return left;
}
int main(void)
{
    next();
    int value = either();
    if (value != 0 && value != 1)
        reach_error();
    return 0;
}
