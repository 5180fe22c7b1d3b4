// verify unreach-call => FALSE(unreach-call) by int=16777217
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 20000000)
        return 0;
    float f = x;
    if ((int)f != x)
        reach_error();
    return 0;
}
