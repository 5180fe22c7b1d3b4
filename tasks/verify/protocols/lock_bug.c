// verify unreach-call => FALSE(unreach-call) by int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int locked;
static void lock(void)
{
    if (locked)
        reach_error();
    locked = 1;
}
static void unlock(void)
{
    if (!locked)
        reach_error();
    locked = 0;
}
int main(void)
{
    lock();
    if (__VERIFIER_nondet_int())
        unlock();
    unlock();
    return 0;
}
