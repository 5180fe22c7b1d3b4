// verify unreach-call => TRUE
void reach_error(void);

void f(int n)
{
    if (n < 3)
        return;
    n--;
    f(n);
    reach_error();
}
int main(void)
{
    f(2);
    return 0;
}
