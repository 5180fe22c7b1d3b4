// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += 0.125;
    if (sum != 1.0)
        reach_error();
    return 0;
}
