// verify --spec=specs/interrupts.spec => FALSE(specification)
int __VERIFIER_nondet_int(void);

void initialise_interrupts(void);
void disable_interrupts(void);
void enable_interrupts(void);
int main(void)
{
    if (__VERIFIER_nondet_int() > 0)
        initialise_interrupts();
    disable_interrupts();
    enable_interrupts();
    return 0;
}
