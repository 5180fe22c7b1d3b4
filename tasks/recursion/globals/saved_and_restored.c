// verify unreach-call => TRUE
// Each call sets the mode back before it returns.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int mode;
void visit(unsigned int n)
{
    int saved = mode;
    mode = __VERIFIER_nondet_int();
    if (n > 0)
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
