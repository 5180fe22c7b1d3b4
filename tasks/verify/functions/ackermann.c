// verify unreach-call => TRUE
void reach_error(void);

int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void)
{
    if (ackermann(2, 2) != 7)
        reach_error();
    return 0;
}
