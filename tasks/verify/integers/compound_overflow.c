// verify no-overflow => TRUE
// Cutting a result to a narrow type is no overflow.
char __VERIFIER_nondet_char(void);

int main(void)
{
    signed char c = __VERIFIER_nondet_char();
    c += 100;
    c++;
    return c;
}
