// verify unreach-call => FALSE(unreach-call) by int=2
int __VERIFIER_nondet_int(void);
void reach_error(void);

int id(int x)
{
    if (x == 0)
        return 0;
    int r = id(x - 1) + 1;
    if (r > 3)
        return 3;
    return r;
}
int main(void)
{
    if (id(__VERIFIER_nondet_int()) == 2)
        reach_error();
    return 0;
}
