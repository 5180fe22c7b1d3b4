// verify unreach-call => TRUE
// Idle there is no credit, waiting there is 1 or 2, and never more than 3.
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

unsigned int credit;
void waiting(void);
void idle(void)
{
    if (credit != 0)
        reach_error();
    if (__VERIFIER_nondet_bool()) {
        credit++;
        waiting();
    }
}
void waiting(void)
{
    if (__VERIFIER_nondet_bool())
        credit++;
    if (credit > 3)
        reach_error();
    if (credit < 3) {
        waiting();
    } else {
        credit = 0;
        idle();
    }
}
int main(void)
{
    idle();
    return 0;
}
