// f counts down and up again; it is the identity for what is not negative.
void reach_error(void);

static int f(int x)
{
    if (x <= 0)
        return x;
    int below = f(x - 1);
    return below + 1;
}
int main(void)
{
    int a = 2;
    if (f(a) != 2)
        reach_error();
    return 0;
}
