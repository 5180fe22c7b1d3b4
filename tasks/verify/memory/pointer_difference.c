// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int a[10];
    int *p = &a[2], *q = &a[9];
    if (q - p != 7 || (char *)q - (char *)p != 28 || !(p < q))
        reach_error();
    return 0;
}
