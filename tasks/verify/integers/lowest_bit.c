// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int lowest = x & -x;
    if (lowest & (lowest - 1))
        reach_error();
    if (x != 0 && lowest == 0)
        reach_error();
    return 0;
}
