// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

enum colour { RED, GREEN = 5, BLUE };
int main(void)
{
    enum colour c = BLUE;
    if (c == 6)
        reach_error();
    return 0;
}
