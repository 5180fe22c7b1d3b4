// verify unreach-call => TRUE
// No deeper call changes the local of this one, though it is handed its address.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void descend(unsigned int n, const unsigned int *above)
{
    unsigned int mine = *above + 1;
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
