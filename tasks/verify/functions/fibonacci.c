// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int fibonacci(int n)
{
    if (n < 1)
        return 0;
    if (n == 1)
        return 1;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void)
{
    if (fibonacci(7) == 13)
        reach_error();
    return 0;
}
