// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j <= i; j++)
            count++;
    if (count == 36)
        reach_error();
    return 0;
}
