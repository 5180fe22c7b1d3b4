// verify unreach-call => TRUE
// Two variables are counted up, each once in a call.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

void count(unsigned int n, unsigned int *p, unsigned int *q)
{
    if (n == 0)
        return;
    (*p)++;
    (*q)++;
    count(n - 1, p, q);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int a = 0, b = 0;
    count(n, &a, &b);
    if (a != n || b != n)
        reach_error();
    return 0;
}
