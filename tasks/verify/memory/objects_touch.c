// verify unreach-call => FALSE(unreach-call) by a@0x100000 b@0x100010
// An object may begin where another one ends. Compiled, it often does.
void reach_error(void);

char a[16], b[16];
int main(void)
{
    if (a + 16 == b)
        reach_error();
    return 0;
}
