// verify unreach-call => TRUE
// An object may begin where another one ends, but not before.
void reach_error(void);

char a[16], b[16];
int main(void)
{
    if (a + 15 == b || a == b + 15 || a + 16 == b + 16 || a + 8 == b + 8)
        reach_error();
    return 0;
}
