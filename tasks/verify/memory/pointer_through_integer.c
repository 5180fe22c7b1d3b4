// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int x = 3;
    unsigned long a = (unsigned long)&x;
    int *p = (int *)a;
    *p = 4;
    if (x != 4)
        reach_error();
    return 0;
}
