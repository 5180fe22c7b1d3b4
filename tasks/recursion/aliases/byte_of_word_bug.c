// verify unreach-call => FALSE(unreach-call) by uint=1 uint=2
// The third byte may be set, too.
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
    set(n, (unsigned char *)&word + __VERIFIER_nondet_uint() % 3);
    if (word != 1 && word != 256)
        reach_error();
    return 0;
}
