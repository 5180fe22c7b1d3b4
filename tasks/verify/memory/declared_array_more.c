// verify valid-deref => UNKNOWN
// verify unreach-call => UNKNOWN
// How many elements an array has that is declared without a size is not known.
extern void reach_error(void);
extern int numbers[];

int main(void)
{
    numbers[3] = 3;
    if (numbers[3] == 3)
        reach_error();
    return 0;
}
