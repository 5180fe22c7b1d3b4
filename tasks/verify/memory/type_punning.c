// verify unreach-call => FALSE(unreach-call)
// Little-endian: the first byte is the lowest.
void reach_error(void);

int main(void)
{
    unsigned int x = 0x01020304;
    unsigned char *p = (unsigned char *)&x;
    if (p[0] == 4 && p[3] == 1)
        reach_error();
    return 0;
}
