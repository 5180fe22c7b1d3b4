// verify unreach-call => TRUE
void reach_error(void);
int f(void) { return 1; }
int g(void) { return 1; }
int main(void)
{
    int (*p)(void) = f, (*q)(void) = g;
    if (p == q)
        reach_error();
    return 0;
}
