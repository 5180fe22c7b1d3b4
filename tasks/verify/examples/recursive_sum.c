// verify unreach-call => TRUE
void reach_error(void);

int sum(int n, int m)
{
    return n <= 0 ? m + n : sum(n - 1, m + 1);
}
int main(void)
{
    if (sum(10, 0) != 10)
        reach_error();
    return 0;
}
