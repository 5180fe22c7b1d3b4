// verify unreach-call => TRUE
// verify no-overflow => TRUE
// Both operands become int before the addition: no wrap-around.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a + b < a)
        reach_error();
    return 0;
}
