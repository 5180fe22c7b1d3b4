// verify unreach-call => TRUE
// Each state is entered from the one before it only.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

enum { RED, GREEN, YELLOW };
int before = YELLOW;
void green(unsigned int n);
void yellow(unsigned int n);
void red(unsigned int n)
{
    if (before != YELLOW)
        reach_error();
    before = RED;
    if (n > 0)
        green(n - 1);
}
void green(unsigned int n)
{
    if (before != RED)
        reach_error();
    before = GREEN;
    if (n > 0)
        yellow(n - 1);
}
void yellow(unsigned int n)
{
    if (before != GREEN)
        reach_error();
    before = YELLOW;
    if (n > 0)
        red(n - 1);
}
int main(void)
{
    red(__VERIFIER_nondet_uint());
    return 0;
}
