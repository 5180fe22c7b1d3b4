// verify unreach-call => TRUE
#include <time.h>
void reach_error(void);

int main(void)
{
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC)
        reach_error();
    if (now.tv_nsec < 0 || now.tv_nsec > 999999999)
        reach_error();
    return 0;
}
