// verify valid-deref => TRUE
extern void hook(void) __attribute__((weak));
static void (*hooks[])(void) = {hook, hook};

int main(void)
{
    for (int i = 0; i < 2; i++)
        if (hooks[i])
            hook();
    return 0;
}
