// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 100; i++)
        sum += i;
    if (sum != 5050)
        reach_error();
    return 0;
}
