// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint() % 4, y;
    switch (x) {
    default:
        y = 9;
        break;
    case 0:
        y = 1;
        break;
    case 3:
        y = 4;
    }
    if (x == 1 && y != 9)
        reach_error();
    if (x == 3 && y != 4)
        reach_error();
    return 0;
}
