// verify memsafety => FALSE(valid-deref)

int main(void)
{
    int a[5];
    for (int i = 0; i <= 5; i++)
        a[i] = i;
    return a[0];
}
