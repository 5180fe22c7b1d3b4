// verify unreach-call => FALSE(unreach-call)
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
    f(4);
    return 0;
}
