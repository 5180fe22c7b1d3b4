// verify unreach-call => FALSE(unreach-call) by bool=1 bool=1 bool=1
// What is paid is taken off with one coin too few.
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
        credit -= 2;
        idle();
    }
}
int main(void)
{
    idle();
    return 0;
}
