// verify unreach-call => TRUE
void reach_error(void);

volatile int flag;
int main(void)
{
    flag = 1;
    if (flag != 1)
        reach_error();
    return 0;
}
