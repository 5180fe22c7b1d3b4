// verify unreach-call => TRUE
// A deeper activation does not change the locals of the one above.
void reach_error(void);

int walk(int n)
{
    int mine = n;
    if (n > 0)
        walk(n - 1);
    return mine;
}
int main(void)
{
    if (walk(5) != 5)
        reach_error();
    return 0;
}
