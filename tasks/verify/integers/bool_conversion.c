// verify unreach-call => TRUE
// Any number that is not zero becomes 1, also where its low bits are zero.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    if (x == 256 && b != 1)
        reach_error();
    if (b > 1)
        reach_error();
    return 0;
}
