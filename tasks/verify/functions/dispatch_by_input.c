// verify unreach-call => TRUE
// Which function is called is not known, but all in the table keep the bound.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

static unsigned int low(unsigned int x)
{
    return x & 7;
}
static unsigned int clipped(unsigned int x)
{
    return x < 9 ? x : 9;
}
static unsigned int none(unsigned int x)
{
    return 0;
}
struct action {
    unsigned int uses;
    unsigned int (*run)(unsigned int);
};
static struct action actions[] = { { 0, low }, { 0, clipped }, { 0, none } };
int main(void)
{
    struct action *action = &actions[__VERIFIER_nondet_uint()];
    action->uses++;
    if (action->run(__VERIFIER_nondet_uint()) > 9)
        reach_error();
    return 0;
}
