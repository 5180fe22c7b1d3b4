// verify unreach-call => TRUE
void reach_error(void);

int g = 0;
void set(int v)
{
    g = v;
}
int main(void)
{
    int g = 7;
    set(3);
    {
        int g = 9;
        g++;
    }
    if (g != 7)
        reach_error();
    return 0;
}
