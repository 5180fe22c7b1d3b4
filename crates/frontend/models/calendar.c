/* The calendar of time.h: seconds since 1970 to broken-down time and back, and the fixed formats of asctime and ctime.
 *
 * The local time zone is unknown: each conversion may have any offset of at most 26 hours, with or without daylight saving. What does not depend
 * on the zone is exact. */
#include "calendar.h"

#define DAY 86400

/* Quotient and remainder that round down. */
static long long floor_divide(long long a, long long b)
{
    long long q = a / b;
    return q - (a % b < 0);
}

/* Days from 1970 to the first day of a month, in years that begin in March, so that the day of a leap year comes last.
 * The pattern repeats every 400 years, which have 146097 days; 1970 begins 719468 days after March of year 0. */
static long long days_before(long long year, int month)
{
    long long shifted = month < 2 ? year - 1 : year;
    long long era = floor_divide(shifted, 400), in_era = shifted - era * 400;
    int from_march = month < 2 ? month + 10 : month - 2;
    long long in_year = (153 * from_march + 2) / 5;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

/* The first and last seconds whose years fit into an int. */
#define FIRST_SECOND (-67768040609740800LL)
#define LAST_SECOND 67768036191676799LL

/* Behind the first comparison there is no branch, since those on results of divisions are hard to decide. */
LIBRARY _Bool __adumbra_calendar_of(long long seconds, struct calendar *result)
{
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
        errno = EOVERFLOW;
        return 0;
    }
    long long days = floor_divide(seconds, DAY);
    int in_day = (int)(seconds - days * DAY);
    long long since_march = days + 719468;
    long long era = floor_divide(since_march, 146097);
    int in_era = (int)(since_march - era * 146097);
    int year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int from_march = (5 * in_year + 2) / 153;
    long long year = year_of_era + era * 400 + (from_march >= 10);
    result->second = in_day % 60;
    result->minute = in_day / 60 % 60;
    result->hour = in_day / 3600;
    result->day = in_year - (153 * from_march + 2) / 5 + 1;
    result->month = from_march + 2 - 12 * (from_march >= 10);
    result->year = (int)(year - 1900);
    result->weekday = (int)((days % 7 + 11) % 7);
    result->day_of_year = (int)(days - days_before(year, 0));
    return 1;
}

LIBRARY long long __adumbra_seconds_of(const struct calendar *c)
{
    long long years = floor_divide(c->month, 12);
    int month = (int)(c->month - 12 * years);
    long long days = days_before(c->year + 1900LL + years, month) + c->day - 1;
    return days * DAY + c->hour * 3600LL + c->minute * 60LL + c->second;
}

static char unknown_zone[7];

static struct calendar *in_utc(const long *time, struct calendar *result)
{
    if (!__adumbra_calendar_of(*time, result))
        return 0;
    result->daylight_saving = 0;
    result->offset = 0;
    result->zone = "GMT";
    return result;
}

static long any_offset(void)
{
    return ANY_WITHIN("localtime", -26 * 3600, 26 * 3600);
}

static struct calendar *in_local_time(const long *time, struct calendar *result)
{
    long offset = any_offset();
    if (!__adumbra_calendar_of((long long)*time + offset, result))
        return 0;
    result->daylight_saving = ANY_WITHIN("localtime", 0, 1);
    result->offset = offset;
    __adumbra_havoc(unknown_zone, sizeof unknown_zone - 1);
    result->zone = unknown_zone;
    return result;
}

static struct calendar shared;

LIBRARY struct calendar *gmtime(const long *time)
{
    return in_utc(time, &shared);
}

LIBRARY struct calendar *gmtime_r(const long *restrict time, struct calendar *restrict result)
{
    return in_utc(time, result);
}

LIBRARY struct calendar *localtime(const long *time)
{
    return in_local_time(time, &shared);
}

LIBRARY struct calendar *localtime_r(const long *restrict time, struct calendar *restrict result)
{
    return in_local_time(time, result);
}

/* The seconds, if they fit; then the fields are brought into their ranges. */
static long normalise(struct calendar *c, long offset, const char *zone, int daylight_saving)
{
    long long seconds = __adumbra_seconds_of(c) - offset;
    if (seconds > LONG_MAX || seconds < LONG_MIN) {
        errno = EOVERFLOW;
        return -1;
    }
    struct calendar normal;
    if (!__adumbra_calendar_of(seconds + offset, &normal))
        return -1;
    normal.daylight_saving = daylight_saving;
    normal.offset = offset;
    normal.zone = zone;
    *c = normal;
    return (long)seconds;
}

LIBRARY long timegm(struct calendar *c)
{
    return normalise(c, 0, "GMT", 0);
}

/* Of a time that does not exist or exists twice where clocks are changed, the offset before or after counts. */
LIBRARY long mktime(struct calendar *c)
{
    long offset = any_offset();
    int daylight_saving = ANY_WITHIN("mktime", 0, 1);
    __adumbra_havoc(unknown_zone, sizeof unknown_zone - 1);
    if (c->daylight_saving >= 0 && (c->daylight_saving > 0) != daylight_saving) {
        /* The caller was wrong about daylight saving: the clock is moved by the difference, which is unknown too. */
        c->second += ANY_WITHIN("mktime", -2 * 3600, 2 * 3600);
    }
    return normalise(c, offset, unknown_zone, daylight_saving);
}

LIBRARY long timelocal(struct calendar *c)
{
    return mktime(c);
}

static char name_standard[7], name_daylight[7];
LIBRARY char *tzname[2] = {name_standard, name_daylight};
LIBRARY int daylight;
LIBRARY long timezone;

LIBRARY void tzset(void)
{
    __adumbra_havoc(name_standard, sizeof name_standard - 1);
    __adumbra_havoc(name_daylight, sizeof name_daylight - 1);
    daylight = ANY_WITHIN("tzset", 0, 1);
    timezone = any_offset();
}

/* "Thu Jan  1 00:00:00 1970\n" */
#define NAMES_END 3
static char *put_part(char *to, const char *from, int count)
{
    for (int i = 0; i < count; i++)
        *to++ = from[i];
    return to;
}

static char *put_two(char *to, int n, char padding)
{
    *to++ = n < 10 ? padding : (char)('0' + n / 10);
    *to++ = (char)('0' + n % 10);
    return to;
}

static char *write_fixed(const struct calendar *c, char *buffer)
{
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (!c) {
        errno = EINVAL;
        return 0;
    }
    int in_range = c->second >= 0 && c->second < 100 && c->minute >= 0 && c->minute < 100 && c->hour >= 0 && c->hour < 100 &&
                   c->day >= 0 && c->day < 100 && c->year >= -1900 + 1000 && c->year <= 9999 - 1900;
    /* The standard leaves open what happens with other values; glibc writes longer text or refuses. */
    if (!in_range)
        __adumbra_unsupported("asctime of a time that is not in range");
    char *to = put_part(buffer, c->weekday < 0 || c->weekday > 6 ? "???" : days + NAMES_END * c->weekday, NAMES_END);
    *to++ = ' ';
    to = put_part(to, c->month < 0 || c->month > 11 ? "???" : months + NAMES_END * c->month, NAMES_END);
    *to++ = ' ';
    to = put_two(to, c->day, ' ');
    *to++ = ' ';
    to = put_two(to, c->hour, '0');
    *to++ = ':';
    to = put_two(to, c->minute, '0');
    *to++ = ':';
    to = put_two(to, c->second, '0');
    *to++ = ' ';
    int year = c->year + 1900;
    to = put_two(to, year / 100, '0');
    to = put_two(to, year % 100, '0');
    *to++ = '\n';
    *to = 0;
    return buffer;
}

static char fixed_text[26];

LIBRARY char *asctime(const struct calendar *c)
{
    return write_fixed(c, fixed_text);
}

LIBRARY char *asctime_r(const struct calendar *restrict c, char *restrict buffer)
{
    return write_fixed(c, buffer);
}

LIBRARY char *ctime(const long *time)
{
    return write_fixed(in_local_time(time, &shared), fixed_text);
}

LIBRARY char *ctime_r(const long *restrict time, char *restrict buffer)
{
    struct calendar c;
    return write_fixed(in_local_time(time, &c), buffer);
}
