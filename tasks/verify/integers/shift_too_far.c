// verify no-overflow => FALSE(no-overflow) by int=1 uint=32
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned int s = __VERIFIER_nondet_uint();
    __VERIFIER_assume(s <= 32);
    return x >> s;
}
