// verify unreach-call => FALSE(unreach-call)
#define _GNU_SOURCE
#include <time.h>
void reach_error(void);

/* The time zone is not known: it need not be UTC. */
int main(void)
{
    time_t noon = 951825600;
    struct tm *t = localtime(&noon);
    if (t && t->tm_gmtoff == 3600 && t->tm_isdst == 0)
        reach_error();
    return 0;
}
