/* Broken-down time, in glibc's layout. Shared by calendar.c and strftime.c. */
#ifndef ADUMBRA_CALENDAR_H
#define ADUMBRA_CALENDAR_H
#include "library.h"

struct calendar {
    int second, minute, hour, day, month, year, weekday, day_of_year, daylight_saving;
    long offset;
    const char *zone;
};

/* Both as glibc: false, with errno, if a year does not fit. */
_Bool __adumbra_calendar_of(long long seconds, struct calendar *result);
long long __adumbra_seconds_of(const struct calendar *c);

#endif
