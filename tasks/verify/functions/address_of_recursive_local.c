// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int set(int n, int *out)
{
    int mine = n;
    if (n > 0) {
        set(n - 1, &mine);
        return mine;
    }
    *out = 42;
    return mine;
}
int main(void)
{
    int x = 0;
    if (set(1, &x) == 42)
        reach_error();
    return 0;
}
