// verify unreach-call => TRUE
// verify memsafety => TRUE
void reach_error(void);

int main(void)
{
    int a[5], sum = 0;
    for (int i = 0; i < 5; i++)
        a[i] = i;
    for (int i = 0; i < 5; i++)
        sum += a[i];
    if (sum != 10)
        reach_error();
    return 0;
}
