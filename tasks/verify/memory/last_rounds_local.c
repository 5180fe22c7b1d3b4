// verify valid-deref => FALSE(valid-deref)
// A local of a loop's body is a new object in each round.
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int local = i;
        if (last)
            sum += *last;
        last = &local;
    }
    return sum;
}
