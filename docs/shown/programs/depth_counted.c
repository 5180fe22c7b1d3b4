// The recursion counts how deep it is; what is remembered beside it stays.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int deepest;

static void descend(int depth)
{
    if (depth > deepest)
        deepest = depth;
    if (__VERIFIER_nondet_int())
        descend(depth + 1);
}
int main(void)
{
    int remembered = __VERIFIER_nondet_int() & 7;
    descend(0);
    if (remembered > 7)
        reach_error();
    return 0;
}
