// verify unreach-call => FALSE(unreach-call) by int=3 uint=0 int=4
// The last call returns without setting it back.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int mode;
void visit(unsigned int n)
{
    int saved = mode;
    mode = __VERIFIER_nondet_int();
    if (n == 0)
        return;
    visit(n - 1);
    mode = saved;
}
int main(void)
{
    mode = __VERIFIER_nondet_int();
    int before = mode;
    visit(__VERIFIER_nondet_uint());
    if (mode != before)
        reach_error();
    return 0;
}
