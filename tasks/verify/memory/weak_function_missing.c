// verify unreach-call => FALSE(unreach-call)
// verify valid-deref => TRUE
// A weak function that nobody defines may not be there.
extern void reach_error(void);
extern void hook(void) __attribute__((weak));

int main(void)
{
    if (!hook)
        reach_error();
    hook();
    return 0;
}
