// verify unreach-call => TRUE
// A function without a body that is handed no function is assumed to call none.
extern void reach_error(void);
extern void visit(void (*f)(void));
static int visited;

static void f(void)
{
    visited = 1;
}

static void (*kept)(void) = f;

int main(void)
{
    visit(0);
    if (visited)
        reach_error();
    kept();
    return 0;
}
