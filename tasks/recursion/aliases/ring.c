// verify unreach-call => TRUE
// Each call visits a cell of the ring.
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
    if (one.visits + two.visits != n)
        reach_error();
    return 0;
}
