// verify valid-free => FALSE(valid-free)
// What new[] made is freed by delete[].
int main()
{
    int *p = new int[3];
    delete p;
    return 0;
}
