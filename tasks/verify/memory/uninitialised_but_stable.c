// verify unreach-call => TRUE
// The value of x is any, but it is one.
void reach_error(void);

int main(void)
{
    int x;
    int a = x, b = x;
    if (a != b)
        reach_error();
    return 0;
}
