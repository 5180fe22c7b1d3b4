// verify unreach-call => TRUE
// The best only grows, so that it is at least the first value.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int best(unsigned int n, int so_far)
{
    if (n == 0)
        return so_far;
    int next = __VERIFIER_nondet_int();
    return best(n - 1, next > so_far ? next : so_far);
}
int main(void)
{
    int first = __VERIFIER_nondet_int();
    unsigned int n = __VERIFIER_nondet_uint();
    if (best(n, first) < first)
        reach_error();
    return 0;
}
