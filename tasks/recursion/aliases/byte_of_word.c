// verify unreach-call => TRUE
// One of the two lower bytes of the word is set.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int word;
void set(unsigned int n, unsigned char *p)
{
    if (n == 0)
        return;
    *p = 1;
    set(n - 1, p);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    set(n, (unsigned char *)&word + __VERIFIER_nondet_uint() % 2);
    if (word != 1 && word != 256)
        reach_error();
    return 0;
}
