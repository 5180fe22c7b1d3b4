// verify unreach-call => TRUE
// The pointer may lead to the global, which is 1 then.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int level;
void set(unsigned int n, unsigned int *p)
{
    if (n == 0)
        return;
    level = 5;
    *p = 1;
    set(n - 1, p);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int own = 0;
    if (n == 0)
        return 0;
    set(n, __VERIFIER_nondet_uint() ? &own : &level);
    if (level != 5 && level != 1)
        reach_error();
    return 0;
}
