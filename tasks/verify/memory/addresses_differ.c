// verify unreach-call => TRUE
// Live objects are apart from each other and not null.
void reach_error(void);

int g;
int main(void)
{
    int x, y;
    if (&x == &y || &x == &g || &x == 0)
        reach_error();
    return 0;
}
