// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    double x = 2.0;
    for (int i = 0; i < 6; i++)
        x = (x + 2.0 / x) / 2;
    if (x < 1.41421 || x > 1.41422)
        reach_error();
    return 0;
}
