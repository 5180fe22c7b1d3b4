// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int m[3][3], trace = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = i * 3 + j;
    for (int i = 0; i < 3; i++)
        trace += m[i][i];
    if (trace != 12)
        reach_error();
    return 0;
}
