// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int i = 0, j = 10;
again:
    if (i < j) {
        i++;
        j--;
        goto again;
    }
    if (i != 5 || j != 5)
        reach_error();
    return 0;
}
