// verify unreach-call => FALSE(unreach-call)
#include <time.h>
void reach_error(void);

int main(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    if (now.tv_sec == 1000)
        reach_error();
    return 0;
}
