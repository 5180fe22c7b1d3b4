// verify unreach-call => TRUE
#include <pthread.h>
void reach_error(void);

static int times;
static void act(void)
{
    times++;
}

int main(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, act);
    pthread_once(&once, act);
    if (times != 1)
        reach_error();
    return 0;
}
