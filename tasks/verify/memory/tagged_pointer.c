// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int x = 3;
    unsigned long a = (unsigned long)&x;
    if (a & 3)
        reach_error();
    a |= 1;
    int *p = (int *)(a & ~1ul);
    if (*p != 3)
        reach_error();
    return 0;
}
