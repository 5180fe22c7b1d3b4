// verify unreach-call => FALSE(unreach-call) by int=0
// The right operand is not evaluated when the left one is false.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int n = 0;
    int b = __VERIFIER_nondet_int() && (n = 1);
    if (n == 0 && !b)
        reach_error();
    return 0;
}
