// verify unreach-call => FALSE(unreach-call) by uint=3 uint=5
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    unsigned int have = __VERIFIER_nondet_uint(), want = __VERIFIER_nondet_uint();
    if (have < 10 && want < 10 && have - want >= 10)
        reach_error();
    return 0;
}
