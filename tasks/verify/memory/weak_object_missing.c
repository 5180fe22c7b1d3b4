// verify valid-deref => FALSE(valid-deref)
// A weak object that nobody defines may not be there.
extern int counter __attribute__((weak));

int main(void)
{
    counter = 1;
    return 0;
}
