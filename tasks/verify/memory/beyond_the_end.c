// verify valid-deref => FALSE(valid-deref)
// A pointer to the end of an array stays one, wherever the next one begins.
char a[16], b[16];
int main(void)
{
    char *p = a + 16;
    return *p;
}
