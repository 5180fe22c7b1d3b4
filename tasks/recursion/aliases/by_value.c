// verify unreach-call => TRUE
// Each call changes a copy of its own.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

struct pair {
    unsigned int left, done, rest[6];
};
unsigned int run(struct pair pair)
{
    if (pair.left == 0)
        return pair.done;
    pair.left--;
    pair.done++;
    unsigned int result = run(pair);
    pair.done = 0;
    return result;
}
int main(void)
{
    struct pair pair = {0};
    unsigned int n = __VERIFIER_nondet_uint();
    pair.left = n;
    if (run(pair) != n || pair.done != 0)
        reach_error();
    return 0;
}
