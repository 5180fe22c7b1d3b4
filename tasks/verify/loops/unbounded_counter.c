// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    unsigned int x = 0;
    while (__VERIFIER_nondet_int())
        x += 2;
    if (x % 2 != 0)
        reach_error();
    return 0;
}
