// verify --spec=specs/lock.spec => FALSE(specification)
void lock(int n);
void unlock(int n);
int main(void)
{
    int rounds = 0;
    lock(1);
    while (rounds < 3)
        rounds++;
    if (rounds == 3)
        lock(1);
    unlock(1);
    return 0;
}
