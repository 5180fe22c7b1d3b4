// verify unreach-call => TRUE
void reach_error(void);

int g[3];
static struct {
    int *p;
    double d;
} s;
int main(void)
{
    static int once;
    int part[4] = { 1 };
    if (g[2] || s.p || s.d != 0 || once || part[3])
        reach_error();
    return 0;
}
