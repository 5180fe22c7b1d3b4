// verify unreach-call => TRUE
// Division by zero is not monitored here: the execution ends before the call.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int main(void)
{
    int zero = __VERIFIER_nondet_int();
    __VERIFIER_assume(zero == 0);
    int x = 1 / zero;
    reach_error();
    return x;
}
