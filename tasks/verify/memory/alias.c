// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    int x = 1;
    int *p = &x;
    *p = -1;
    if (x < 0)
        reach_error();
    return 0;
}
