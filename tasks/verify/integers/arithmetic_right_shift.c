// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && (x >> 31) != -1)
        reach_error();
    if (x >= 0 && (x >> 31) != 0)
        reach_error();
    return 0;
}
