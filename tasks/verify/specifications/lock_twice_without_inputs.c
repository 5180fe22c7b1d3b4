// verify --spec=specs/lock.spec => FALSE(specification)
void lock(int *l);
void unlock(int *l);
int a;
int main(void)
{
    lock(&a);
    lock(&a);
    unlock(&a);
    return 0;
}
