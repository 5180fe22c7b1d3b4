// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int a4 = 1, a7 = 0, a9 = 5;
static int step(int input)
{
    if (input == 3 && a4 == 1 && a7 == 0) {
        a4 = 2;
        return 20;
    }
    if (input == 1 && a4 == 2 && a7 == 0) {
        a7 = 1;
        a4 = 1;
        return 21;
    }
    if (input == 4 && a7 == 1 && a9 == 5) {
        a9 = 6;
        return 22;
    }
    if (input == 2 && a9 == 6 && a4 == 2)
        reach_error();
    return -1;
}
int main(void)
{
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 4)
            return -2;
        step(input);
    }
}
