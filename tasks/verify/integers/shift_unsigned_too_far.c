// verify no-overflow => TRUE
// verify unreach-call => FALSE(unreach-call) by uint=1 uint=32
// A shift of an unsigned operand by too much gives any value. It is no overflow, which is about results with a sign.
extern void reach_error(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
    __VERIFIER_assume(s <= 32);
    if (x << s == 0 && x == 1)
        reach_error();
    return x >> s;
}
