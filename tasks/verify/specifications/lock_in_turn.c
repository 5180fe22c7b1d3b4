// verify --spec=specs/lock.spec => TRUE
int __VERIFIER_nondet_int(void);

void lock(int *l);
void unlock(int *l);
int a, b;
int main(void)
{
    lock(&a);
    if (__VERIFIER_nondet_int()) {
        lock(&b);
        unlock(&b);
    }
    unlock(&a);
    return 0;
}
