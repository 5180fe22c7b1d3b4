// verify memsafety => TRUE

int main(void)
{
    int r = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        int *p = &x;
        r += *p;
    }
    return r;
}
