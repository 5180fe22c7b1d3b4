// verify unreach-call => FALSE(unreach-call) by uint=1
// The first cell is visited once more than the second if n is odd.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

struct cell {
    unsigned int visits;
    struct cell *next;
};
struct cell one, two;
void walk(unsigned int n, struct cell *at)
{
    if (n == 0)
        return;
    at->visits++;
    walk(n - 1, at->next);
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    one.next = &two;
    two.next = &one;
    walk(n, &one);
    if (one.visits != n / 2)
        reach_error();
    return 0;
}
