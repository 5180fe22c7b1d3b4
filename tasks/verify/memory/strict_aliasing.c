// verify unreach-call => FALSE(unreach-call)
// Types are not used to tell objects apart.
void reach_error(void);

static int set(int *i, float *f)
{
    *i = 1;
    *f = 0.0f;
    return *i;
}
int main(void)
{
    int x;
    if (set(&x, (float *)&x) == 0)
        reach_error();
    return 0;
}
