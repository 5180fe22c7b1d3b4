// verify unreach-call => UNKNOWN
#include <threads.h>
extern void reach_error(void);
static int done;

static int work(void *argument)
{
    done = 1;
    return 0;
}

int main(void)
{
    thrd_t thread;
    thrd_create(&thread, work, 0);
    if (done)
        reach_error();
    return 0;
}
