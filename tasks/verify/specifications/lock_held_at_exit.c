// verify --spec=specs/lock.spec => FALSE(specification)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

void lock(int n);
void unlock(int n);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    lock(2);
    if (n == 1)
        exit(1);
    unlock(2);
    return 0;
}
