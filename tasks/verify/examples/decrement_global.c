// verify unreach-call => TRUE
void reach_error(void);

int x = 10;
int decr(int x)
{
    return x - 1;
}
int main(void)
{
    while (x > 0)
        x = decr(x);
    if (x != 0)
        reach_error();
    return 0;
}
