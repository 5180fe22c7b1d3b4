// verify unreach-call => UNKNOWN
// A function without a body may call what it is handed.
extern void reach_error(void);
extern void visit(void (*f)(void));
static int visited;

static void f(void)
{
    visited = 1;
}

int main(void)
{
    visit(f);
    if (visited)
        reach_error();
    return 0;
}
