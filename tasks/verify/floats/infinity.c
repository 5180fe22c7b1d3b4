// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    double x = 1e308;
    x *= 10;
    double y = x - x;
    if (x <= 1e308 || y == y)
        reach_error();
    return 0;
}
