// verify unreach-call => TRUE
// The lock is free whenever work is called and when it returns.
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
    unlock();
    if (n > 0)
        work(n - 1);
}
int main(void)
{
    work(__VERIFIER_nondet_uint());
    return 0;
}
