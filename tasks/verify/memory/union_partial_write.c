// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

union number {
    unsigned char byte;
    unsigned int whole;
};
int main(void)
{
    union number n;
    n.whole = 0x1ff;
    n.byte = 0;
    if (n.whole == 0x100)
        reach_error();
    return 0;
}
