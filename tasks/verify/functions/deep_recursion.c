// verify unreach-call => TRUE
void reach_error(void);

int depth(int n)
{
    return n == 0 ? 0 : 1 + depth(n - 1);
}
int main(void)
{
    if (depth(100) != 100)
        reach_error();
    return 0;
}
