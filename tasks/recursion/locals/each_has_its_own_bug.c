// verify unreach-call => FALSE(unreach-call) by uint=0 uint=1
// All calls share one variable.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void descend(unsigned int n, const unsigned int *above)
{
    static unsigned int mine;
    mine = *above + 1;
    if (n > 0)
        descend(n - 1, &mine);
    if (mine != *above + 1)
        reach_error();
}
int main(void)
{
    unsigned int start = __VERIFIER_nondet_uint();
    descend(__VERIFIER_nondet_uint(), &start);
    return 0;
}
