// verify no-overflow => FALSE(no-overflow) by int=-1
int __VERIFIER_nondet_int(void);

int main(void)
{
    int s = __VERIFIER_nondet_int();
    if (s > 8)
        return 0;
    return 256 >> s;
}
