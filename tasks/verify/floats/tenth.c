// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.1;
    if (sum != 1.0)
        reach_error();
    return 0;
}
