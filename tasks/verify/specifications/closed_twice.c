// verify --spec=specs/files.spec => FALSE(specification)
int __VERIFIER_nondet_int(void);

int open(const char *, int, ...);
int close(int);
int main(void)
{
    int f = open("data", 0);
    if (f < 0)
        return 1;
    close(f);
    if (__VERIFIER_nondet_int() == 7)
        close(f);
    return 0;
}
