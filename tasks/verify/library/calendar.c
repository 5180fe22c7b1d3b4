// verify unreach-call => TRUE
#include <string.h>
#include <time.h>
void reach_error(void);

int main(void)
{
    time_t leap_day = 951782400;
    struct tm *t = gmtime(&leap_day);
    char text[32];
    if (t->tm_mday != 29 || t->tm_mon != 1 || t->tm_year != 100 || t->tm_wday != 2 || timegm(t) != leap_day)
        reach_error();
    if (strftime(text, sizeof text, "%Y-%m-%d %H:%M", t) != 16 || strcmp(text, "2000-02-29 00:00") != 0)
        reach_error();
    if (strcmp(asctime(t), "Tue Feb 29 00:00:00 2000\n") != 0)
        reach_error();
    return 0;
}
