// verify unreach-call => FALSE(unreach-call) by bool=1
// The local g hides the global one.
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

_Bool g;
void a(_Bool a1, _Bool a2)
{
    if (a1)
        a(a2, a1);
    else
        g = a2;
}
int main(void)
{
    _Bool g = __VERIFIER_nondet_bool(), h = !g;
    a(g, h);
    a(g, h);
    if (g)
        reach_error();
    return 0;
}
