// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int n = 0;
    if (__VERIFIER_nondet_int() && ++n)
        n--;
    if (n != 0)
        reach_error();
    return 0;
}
