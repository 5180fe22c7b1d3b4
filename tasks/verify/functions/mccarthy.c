// verify unreach-call => TRUE
void reach_error(void);

int f(int x)
{
    return x > 100 ? x - 10 : f(f(x + 11));
}
int main(void)
{
    if (f(95) != 91)
        reach_error();
    return 0;
}
