// verify no-overflow --32 => FALSE(no-overflow) by int=2147483647
// verify no-overflow --64 => TRUE
int __VERIFIER_nondet_int(void);

int main(void)
{
    long l = __VERIFIER_nondet_int();
    l = l + 1;
    return l > 0;
}
