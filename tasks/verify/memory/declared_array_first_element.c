// verify valid-deref => TRUE
// verify unreach-call => TRUE
// An array that is declared without a size has one element at least.
extern void reach_error(void);
extern int numbers[];

int main(void)
{
    numbers[0] = 3;
    if (numbers[0] != 3)
        reach_error();
    return 0;
}
