// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int w = __VERIFIER_nondet_int();
    int y = 1;
    while (x > 0)
        x = x - 1;
    w = w + 1;
    if (x < 0 && y < 0)
        reach_error();
    else
        while (y < w)
            y = y + 1;
    return 0;
}
