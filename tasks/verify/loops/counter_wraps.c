// verify unreach-call => FALSE(unreach-call)
// 256 rounds bring an unsigned char back to zero.
void reach_error(void);

int main(void)
{
    unsigned char c = 1;
    for (int i = 0; i < 255; i++)
        c++;
    if (c == 0)
        reach_error();
    return 0;
}
