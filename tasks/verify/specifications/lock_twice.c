// verify --spec=specs/lock.spec => FALSE(specification)
int __VERIFIER_nondet_int(void);

void lock(int *l);
void unlock(int *l);
int a, b;
static void work(int *l)
{
    lock(l);
    unlock(l);
}
int main(void)
{
    lock(&a);
    work(__VERIFIER_nondet_int() == 3 ? &a : &b);
    unlock(&a);
    return 0;
}
