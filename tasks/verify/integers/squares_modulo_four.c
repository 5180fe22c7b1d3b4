// verify unreach-call => TRUE
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned int r = (unsigned int)x * x % 4;
    if (r == 2 || r == 3)
        reach_error();
    return 0;
}
