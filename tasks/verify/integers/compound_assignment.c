// verify unreach-call => FALSE(unreach-call)
// The multiplication is done in int, the result is cut to eight bits.
void reach_error(void);

int main(void)
{
    unsigned char c = 100;
    c *= 3;
    if (c == 44)
        reach_error();
    return 0;
}
