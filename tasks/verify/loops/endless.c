// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int x = 1;
    for (;;)
        x = -x;
    reach_error();
    return 0;
}
