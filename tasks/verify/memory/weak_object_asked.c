// verify unreach-call => TRUE
// verify valid-deref => TRUE
// The address of a weak object that nobody defines tells whether it is there, each time the same.
extern void reach_error(void);
extern int counter __attribute__((weak));
static int *kept = &counter;

int main(void)
{
    if (&counter) {
        counter = 3;
        if (counter != 3 || *kept != 3)
            reach_error();
    } else if (kept) {
        reach_error();
    }
    return 0;
}
