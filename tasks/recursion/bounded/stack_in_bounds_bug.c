// verify memsafety => FALSE(valid-deref) by int=0 bool=1 int=0 bool=1 int=0 bool=1 int=0
// It is looked whether the stack is full, but one place too late.
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

#define SIZE 3
static int stack[SIZE];
static int top;
void visit(void)
{
    if (top > SIZE)
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
