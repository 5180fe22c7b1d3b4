// verify unreach-call => FALSE(unreach-call) by bool=0 bool=1
// An early return forgets to leave.
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int depth;
void walk(void)
{
    depth++;
    if (__VERIFIER_nondet_bool())
        walk();
    if (__VERIFIER_nondet_bool())
        return;
    depth--;
}
int main(void)
{
    walk();
    if (depth != 0)
        reach_error();
    return 0;
}
