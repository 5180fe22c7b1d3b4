// verify valid-deref => UNKNOWN
// A variable ends with its block. Where its declaration is jumped over from outside, its life is not followed.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = 0;
    if (__VERIFIER_nondet_int())
        goto inside;
    {
        int d = 1;
    inside:
        p = &d;
        *p = 42;
    }
    return *p;
}
