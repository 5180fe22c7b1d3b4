/* time.h: clocks show any time, and none runs backwards by a second or more. */
#include "library.h"

static long any_time(long *last)
{
    long now = (long)__adumbra_any_ulong("time");
    __adumbra_assume(now >= *last);
    *last = now;
    return now;
}

static long last_time, last_clock, last_seconds;

LIBRARY long time(long *result)
{
    long now = any_time(&last_time);
    if (result)
        *result = now;
    return now;
}

LIBRARY long clock(void)
{
    return any_time(&last_clock);
}

LIBRARY double difftime(long end, long start)
{
    return (double)end - (double)start;
}

struct time_pair {
    long seconds, fraction;
};

static void set_pair(struct time_pair *result, int per_second)
{
    long seconds = any_time(&last_seconds);
    int fraction = __adumbra_any_int("clock");
    __adumbra_assume(fraction >= 0 && fraction < per_second);
    *result = (struct time_pair){seconds, fraction};
}

LIBRARY int gettimeofday(struct time_pair *restrict result, void *restrict zone)
{
    (void)zone;
    set_pair(result, 1000000);
    return 0;
}

LIBRARY int clock_gettime(int which, struct time_pair *result)
{
    (void)which;
    set_pair(result, 1000000000);
    return 0;
}
