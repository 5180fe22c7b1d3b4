// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

union number {
    unsigned short half[2];
    unsigned int whole;
};
int main(void)
{
    union number n;
    n.whole = __VERIFIER_nondet_uint();
    if (((unsigned int)n.half[1] << 16 | n.half[0]) != n.whole)
        reach_error();
    return 0;
}
