// verify valid-deref => TRUE
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            goto inside;
        {
            int d;
        inside:
            d = i;
            sum += d;
        }
    }
    return sum;
}
