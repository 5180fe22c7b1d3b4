// verify unreach-call => FALSE(unreach-call) by int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int r = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        r += 1;
    case 2:
        r += 2;
        break;
    default:
        r = 10;
    }
    if (r == 3)
        reach_error();
    return 0;
}
