// verify --spec=specs/interrupts.spec => TRUE
int __VERIFIER_nondet_int(void);

void initialise_interrupts(void);
void disable_interrupts(void);
void enable_interrupts(void);
void msleep(int);
int main(void)
{
    initialise_interrupts();
    int off = 0;
    while (__VERIFIER_nondet_int()) {
        if (off)
            enable_interrupts();
        else
            disable_interrupts();
        off = !off;
        if (!off)
            msleep(1);
    }
    if (off)
        enable_interrupts();
    return 0;
}
