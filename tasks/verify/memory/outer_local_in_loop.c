// verify valid-deref => TRUE
int main(void)
{
    int *last = 0, sum = 0, local;
    for (int i = 0; i < 3; i++) {
        if (last)
            sum += *last;
        local = i;
        last = &local;
    }
    return sum;
}
