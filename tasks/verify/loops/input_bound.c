// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 20)
        return 0;
    unsigned int i = 0, twice = 0;
    while (i < n) {
        i++;
        twice += 2;
    }
    if (twice != 2 * n)
        reach_error();
    return 0;
}
