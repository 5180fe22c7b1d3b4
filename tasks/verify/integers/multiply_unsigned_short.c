// verify no-overflow => FALSE(no-overflow) by ushort=65535 ushort=65535
// Two unsigned shorts are multiplied as signed int.
unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    unsigned int p = a * b;
    return p == 0;
}
