// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct pair {
    int a, b;
};
static struct pair swap(struct pair p)
{
    int t = p.a;
    p.a = p.b;
    p.b = t;
    return p;
}
int main(void)
{
    struct pair p = { __VERIFIER_nondet_int(), 2 };
    int old = p.a;
    struct pair q = swap(p);
    if (p.a != old || q.b != old || q.a != 2)
        reach_error();
    return 0;
}
