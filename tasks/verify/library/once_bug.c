// verify unreach-call => FALSE(unreach-call)
#include <pthread.h>
void reach_error(void);

static void act(void)
{
    reach_error();
}

int main(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, act);
    return 0;
}
