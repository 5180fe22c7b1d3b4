// verify unreach-call => TRUE
void reach_error(void);

static void each(int *a, int n, void (*f)(int *))
{
    for (int i = 0; i < n; i++)
        f(&a[i]);
}
static void twice(int *p)
{
    *p *= 2;
}
int main(void)
{
    int a[3] = { 1, 2, 3 };
    each(a, 3, twice);
    if (a[0] + a[1] + a[2] != 12)
        reach_error();
    return 0;
}
