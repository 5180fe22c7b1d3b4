// verify unreach-call => FALSE(unreach-call)
#include <time.h>
void reach_error(void);

/* The time zone is not known: the day need not be that of UTC. */
int main(void)
{
    time_t noon = 951825600;
    struct tm *t = localtime(&noon);
    if (t && t->tm_mday != 29)
        reach_error();
    return 0;
}
