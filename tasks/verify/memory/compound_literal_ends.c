// verify valid-deref => FALSE(valid-deref)
// A compound literal lives as long as the block around it.
struct pair {
    int a, b;
};

int main(void)
{
    struct pair *p;
    {
        p = &(struct pair){1, 2};
    }
    return p->a;
}
