// verify unreach-call => FALSE(unreach-call) by uint=4294967295
// verify no-overflow => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint();
    if (x + 1 < x)
        reach_error();
    return 0;
}
