// verify unreach-call => TRUE
// Both operands become int: -1 stays -1.
void reach_error(void);

int main(void)
{
    short a = -1;
    unsigned short b = 1;
    if (a > b)
        reach_error();
    return 0;
}
