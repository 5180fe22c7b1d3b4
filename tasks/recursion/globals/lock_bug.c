// verify unreach-call => FALSE(unreach-call) by uint=1
// The recursive call is made while the lock is held.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int held;
void lock(void)
{
    if (held)
        reach_error();
    held = 1;
}
void unlock(void)
{
    if (!held)
        reach_error();
    held = 0;
}
void work(unsigned int n)
{
    lock();
    if (n > 0)
        work(n - 1);
    unlock();
}
int main(void)
{
    work(__VERIFIER_nondet_uint());
    return 0;
}
