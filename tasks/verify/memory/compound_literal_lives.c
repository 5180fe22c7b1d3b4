// verify valid-deref => TRUE
struct pair {
    int a, b;
};

int main(void)
{
    struct pair *p = &(struct pair){1, 2};
    int sum = p->a;
    for (int i = 0; i < 3; i++) {
        int *q = (int[]){i, p->b};
        if (i > 1)
            goto out;
        sum += q[0] + q[1];
        continue;
    out:
        sum += q[1];
    }
    return sum + p->b;
}
