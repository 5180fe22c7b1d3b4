// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int a[2] = { 1, 2 };
    int *p = &a[1];
    *p = 5;
    p = &a[0];
    *p = 3;
    if (a[0] != 3 || a[1] != 5)
        reach_error();
    return 0;
}
