// verify memsafety => FALSE(valid-deref)
// The last word begins within the buffer and ends outside.

int main(void)
{
    char buffer[8] = { 0 };
    int *p = (int *)(buffer + 6);
    return *p;
}
