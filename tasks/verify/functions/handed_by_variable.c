// verify unreach-call => UNKNOWN
extern void reach_error(void);
extern void visit(void (*f)(void));
extern int __VERIFIER_nondet_int(void);
static int visited;

static void f(void)
{
    visited = 1;
}

int main(void)
{
    void (*handed)(void) = 0;
    if (__VERIFIER_nondet_int())
        handed = f;
    visit(handed);
    if (visited)
        reach_error();
    return 0;
}
