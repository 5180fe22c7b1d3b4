// verify memsafety => FALSE(valid-deref)
// The bound counts bytes, not elements.

int main(void)
{
    int a[4];
    for (unsigned int i = 0; i < sizeof a; i++)
        a[i] = 0;
    return 0;
}
