// verify unreach-call => TRUE
// The signed difference falls by one a step, also where it wraps around.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int distance(int from, int to)
{
    if (from == to)
        return 0;
    return 1 + distance(from + 1, to);
}
int main(void)
{
    int from = __VERIFIER_nondet_int();
    int to = __VERIFIER_nondet_int();
    if (distance(from, to) != to - from)
        reach_error();
    return 0;
}
