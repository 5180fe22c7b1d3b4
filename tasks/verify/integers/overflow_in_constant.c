// verify no-overflow => FALSE(no-overflow)

int main(void)
{
    int x = 2147483647 + 1;
    return x;
}
