// verify unreach-call => UNKNOWN
// The compiler replaces what it finds to be undefined, before anyone else sees it.
extern void reach_error(void);

int main(void)
{
    if (14 % 0)
        reach_error();
    return 0;
}
