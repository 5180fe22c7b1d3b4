// verify unreach-call => FALSE(unreach-call) by int=2 int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int open_files;
static void opened(void)
{
    open_files++;
}
static void closed(void)
{
    if (open_files == 0)
        reach_error();
    open_files--;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    for (int i = 1; i < n; i++)
        opened();
    if (__VERIFIER_nondet_int())
        for (int i = 0; i < n; i++)
            closed();
    return 0;
}
