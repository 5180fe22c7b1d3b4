// verify no-overflow => TRUE
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return x == 0 && sizeof(2147483647 + x) == 4;
}
