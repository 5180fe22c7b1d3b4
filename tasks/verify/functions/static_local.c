// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int next(void)
{
    static int n = 10;
    return n++;
}
int main(void)
{
    next();
    next();
    if (next() == 12)
        reach_error();
    return 0;
}
