// verify valid-deref => FALSE(valid-deref)
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (last)
            sum += last[0];
        last = (int[]){i, 1};
    }
    return sum;
}
