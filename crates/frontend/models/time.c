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

LIBRARY int clock_getres(int which, struct time_pair *result)
{
    (void)which;
    if (result)
        *result = (struct time_pair){0, ANY_WITHIN("clock_getres", 1, 10000000)};
    return 0;
}

/* 1 is TIME_UTC, the only base. */
LIBRARY int timespec_get(struct time_pair *result, int base)
{
    if (base != 1)
        return 0;
    set_pair(result, 1000000000);
    return base;
}

struct process_times {
    long user, system, children_user, children_system;
};

LIBRARY long times(struct process_times *result)
{
    if (result)
        __adumbra_havoc(result, sizeof *result);
    return any_time(&last_clock);
}
