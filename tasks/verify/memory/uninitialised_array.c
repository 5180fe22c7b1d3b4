// verify unreach-call => FALSE(unreach-call) by seed 1
void reach_error(void);

int main(void)
{
    unsigned char a[2];
    a[0] = 1;
    if (a[1] != a[0])
        reach_error();
    return 0;
}
