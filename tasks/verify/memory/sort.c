// verify unreach-call => TRUE
// verify memsafety => TRUE
void reach_error(void);

int main(void)
{
    int a[4] = { 3, 1, 4, 2 };
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    for (int i = 0; i < 4; i++)
        if (a[i] != i + 1)
            reach_error();
    return 0;
}
