// verify --spec=specs/lock.spec => TRUE
void lock(int n);
void unlock(int n);
int main(void)
{
    int rounds = 0;
    lock(1);
    while (rounds < 3)
        rounds++;
    if (rounds == 4)
        lock(1);
    unlock(1);
    return 0;
}
