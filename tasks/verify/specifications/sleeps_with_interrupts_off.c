// verify --spec=specs/interrupts.spec => FALSE(specification)
int __VERIFIER_nondet_int(void);

void initialise_interrupts(void);
void disable_interrupts(void);
void enable_interrupts(void);
void msleep(int);
int main(void)
{
    initialise_interrupts();
    disable_interrupts();
    if (__VERIFIER_nondet_int() == 9)
        msleep(1);
    enable_interrupts();
    return 0;
}
