// verify --spec=specs/lock.spec => TRUE

void lock(int n);
void unlock(int n);
static void finish(int n)
{
    unlock(n);
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        lock(i);
        finish(i);
    }
    return 0;
}
