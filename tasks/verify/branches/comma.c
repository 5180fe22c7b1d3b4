// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    int a = 1, b;
    b = (a++, a + 1);
    if (b == 3)
        reach_error();
    return 0;
}
