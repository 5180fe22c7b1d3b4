// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    int x = 0;
    int y;
    if (x < 0)
        y = 1;
    else
        y = 2;
    if (y)
        reach_error();
    return 0;
}
