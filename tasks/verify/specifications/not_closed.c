// verify --spec=specs/files.spec => FALSE(specification)
_Bool __VERIFIER_nondet_bool(void);

int open(const char *, int, ...);
int close(int);
int main(void)
{
    int f = open("data", 0);
    if (f < 0)
        return 1;
    if (__VERIFIER_nondet_bool())
        return 2;
    close(f);
    return 0;
}
