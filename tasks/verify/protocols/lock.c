// verify unreach-call => TRUE
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
    int old, new = 0;
    do {
        lock();
        old = new;
        if (__VERIFIER_nondet_int()) {
            unlock();
            new++;
        }
    } while (new != old);
    unlock();
    return 0;
}
