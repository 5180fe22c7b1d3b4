// verify memsafety => FALSE(valid-deref)

int main(void)
{
    int *p;
    {
        int x = 3;
        p = &x;
    }
    return *p;
}
