// verify unreach-call => TRUE
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int main(void)
{
    int x = 1, y = 1;
    int *p = __VERIFIER_nondet_bool() ? &x : &y;
    *p = 2;
    if (x + y != 3)
        reach_error();
    return 0;
}
