// verify unreach-call => FALSE(unreach-call) by int=4
int __VERIFIER_nondet_int(void);
void reach_error(void);

int moves;
void hanoi(int n)
{
    if (n == 0)
        return;
    hanoi(n - 1);
    moves++;
    hanoi(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    hanoi(n);
    if (moves == 15)
        reach_error();
    return 0;
}
