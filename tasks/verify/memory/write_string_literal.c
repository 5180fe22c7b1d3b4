// verify memsafety => FALSE(valid-deref) by int=1
int __VERIFIER_nondet_int(void);

int main(void)
{
    char own[] = "abc";
    char *s = own;
    if (__VERIFIER_nondet_int())
        s = "abc";
    s[0] = 'x';
    return 0;
}
