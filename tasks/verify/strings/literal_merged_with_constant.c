// verify unreach-call => FALSE(unreach-call) by .str@0x100000 table@0x100000
// Compilers merge a literal with a constant that is equal, though that has a name.
void reach_error(void);

static const char table[] = "abc";
int main(void)
{
    const char *literal = "abc";
    if (literal == table)
        reach_error();
    return 0;
}
