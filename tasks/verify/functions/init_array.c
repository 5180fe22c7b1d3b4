// verify unreach-call => FALSE(unreach-call)
// What stands in the section of constructors runs before main.
void reach_error(void);
int ready;
static void begin(void) { ready = 1; }
__attribute__((section(".init_array"), used)) static void (*list[])(void) = {begin};
int main(void)
{
    if (ready)
        reach_error();
    return 0;
}
