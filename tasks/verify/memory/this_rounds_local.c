// verify valid-deref => TRUE
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int local = i;
        last = &local;
        sum += *last;
    }
    return sum;
}
