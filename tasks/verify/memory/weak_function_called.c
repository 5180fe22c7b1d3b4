// verify valid-deref => FALSE(valid-deref)
// A weak function that nobody defines may not be there to be called.
extern void hook(void) __attribute__((weak));

int main(void)
{
    hook();
    return 0;
}
