// verify memsafety => FALSE(valid-deref)

static int *leak(void)
{
    int x = 3;
    int *p = &x;
    return p;
}
int main(void)
{
    return *leak();
}
