// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    int n = 0;
    do
        n++;
    while (n < 0);
    if (n == 1)
        reach_error();
    return 0;
}
