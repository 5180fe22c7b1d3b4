// verify unreach-call => TRUE
// Whoever enters also leaves: after a call the depth is what it was before.
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int depth;
void walk(void)
{
    depth++;
    if (__VERIFIER_nondet_bool())
        walk();
    if (__VERIFIER_nondet_bool())
        walk();
    depth--;
}
int main(void)
{
    walk();
    if (depth != 0)
        reach_error();
    return 0;
}
