// verify no-overflow => FALSE(no-overflow) by uint=1 uint=32
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
    __VERIFIER_assume(s <= 32);
    return x << s;
}
