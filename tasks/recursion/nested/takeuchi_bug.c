// verify unreach-call => FALSE(unreach-call) by int=0 int=1 int=2
// That is the function of McCarthy, which returns z.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int tak(int x, int y, int z)
{
    if (x <= y)
        return z;
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();
    __VERIFIER_assume(-1000000 <= x && x <= 1000000);
    __VERIFIER_assume(-1000000 <= y && y <= 1000000);
    __VERIFIER_assume(-1000000 <= z && z <= 1000000);
    int closed = x <= y ? y : y <= z ? z : x;
    if (tak(x, y, z) != closed)
        reach_error();
    return 0;
}
