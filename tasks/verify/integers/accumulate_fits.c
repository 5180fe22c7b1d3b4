// verify no-overflow => TRUE

int main(void)
{
    int f = 1;
    for (int i = 1; i <= 12; i++)
        f *= i;
    return f;
}
