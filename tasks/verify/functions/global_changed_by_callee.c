// verify unreach-call => FALSE(unreach-call) by int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int g = 1;
void toggle(void)
{
    g = !g;
}
int main(void)
{
    int before = g;
    if (__VERIFIER_nondet_int())
        toggle();
    if (g != before)
        reach_error();
    return 0;
}
