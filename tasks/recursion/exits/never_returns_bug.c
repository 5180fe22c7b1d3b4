// verify unreach-call => FALSE(unreach-call) by uint=4294967295
// The last number ends it.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void forever(unsigned int n)
{
    if (n + 1 != 0)
        forever(n + 1);
}
int main(void)
{
    forever(__VERIFIER_nondet_uint());
    reach_error();
    return 0;
}
