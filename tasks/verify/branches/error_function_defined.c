// verify unreach-call => FALSE(unreach-call) by int=100
int __VERIFIER_nondet_int(void);

extern int printf(const char *, ...);
void reach_error(void)
{
    printf("error\n");
}
int main(void)
{
    if (__VERIFIER_nondet_int() == 100)
        reach_error();
    return 0;
}
