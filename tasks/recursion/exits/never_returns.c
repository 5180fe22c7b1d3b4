// verify unreach-call => TRUE
// No call returns.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void forever(unsigned int n)
{
    forever(n + 1);
}
int main(void)
{
    forever(__VERIFIER_nondet_uint());
    reach_error();
    return 0;
}
