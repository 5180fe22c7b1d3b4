// verify --spec=specs/lock.spec => FALSE(specification)
int __VERIFIER_nondet_int(void);

void lock(int *l);
void unlock(int *l);
int locks[2];
int main(void)
{
    for (int i = 0; i < 2; i++)
        lock(&locks[i]);
    unlock(&locks[0]);
    if (__VERIFIER_nondet_int() > 100)
        unlock(&locks[0]);
    else
        unlock(&locks[1]);
    return 0;
}
