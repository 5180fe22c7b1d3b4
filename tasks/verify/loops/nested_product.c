// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int count = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            count++;
    if (count != 84)
        reach_error();
    return 0;
}
