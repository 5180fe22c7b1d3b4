// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int a = -1;
    if (a < sizeof a)
        reach_error();
    return 0;
}
