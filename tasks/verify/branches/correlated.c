// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int lock = 0, c = __VERIFIER_nondet_int();
    if (c)
        lock = 1;
    if (c && !lock)
        reach_error();
    if (!c && lock)
        reach_error();
    return 0;
}
