// verify unreach-call => FALSE(unreach-call) by bool=1
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int main(void)
{
    int x = 1, y = 1;
    int *p = __VERIFIER_nondet_bool() ? &x : &y;
    *p = 2;
    if (x == 2 && y == 1)
        reach_error();
    return 0;
}
