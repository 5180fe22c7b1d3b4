// verify no-overflow => TRUE
// verify unreach-call => FALSE(unreach-call) by int=1073741824
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), twice;
    if (__builtin_mul_overflow(a, 2, &twice) && a > 0)
        reach_error();
    return 0;
}
