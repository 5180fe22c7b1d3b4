// verify memsafety => TRUE
// verify unreach-call => FALSE(unreach-call)
// An array parameter is a pointer: only eight bytes are cleared.
void reach_error(void);

static void clear(char a[16])
{
    for (unsigned int i = 0; i < sizeof a; i++)
        a[i] = 0;
}
int main(void)
{
    char a[16];
    for (int i = 0; i < 16; i++)
        a[i] = 1;
    clear(a);
    if (a[15])
        reach_error();
    return 0;
}
