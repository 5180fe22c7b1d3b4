// verify memsafety => TRUE
// 0 <= top < SIZE where an element is written, and a call pops what it pushed.
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

#define SIZE 3
static int stack[SIZE];
static int top;
void visit(void)
{
    if (top == SIZE)
        return;
    stack[top++] = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_bool())
        visit();
    top--;
}
int main(void)
{
    visit();
    return 0;
}
