// verify unreach-call => FALSE(unreach-call) by uint=5 uint=5 uint=1
// What is carried does not arrive when little is left to carry.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int here, there;
void carry(unsigned int n);
void transfer(unsigned int n)
{
    if (n == 0)
        return;
    here--;
    carry(n);
}
void carry(unsigned int n)
{
    if (n > 2)
        there++;
    transfer(n - 1);
}
int main(void)
{
    here = __VERIFIER_nondet_uint();
    there = __VERIFIER_nondet_uint();
    unsigned int before = here + there;
    transfer(__VERIFIER_nondet_uint());
    if (here + there != before)
        reach_error();
    return 0;
}
