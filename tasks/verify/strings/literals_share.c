// verify unreach-call => FALSE(unreach-call) by .str@0x100000 .str.1@0x100004
// A literal may be the tail of another one.
void reach_error(void);

int main(void)
{
    const char *whole = "overview", *tail = "view";
    if (whole + 4 == tail)
        reach_error();
    return 0;
}
