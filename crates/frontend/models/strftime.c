/* strftime in the C locale. */
#include "calendar.h"

struct text {
    char *to;
    size_t room; /* with the final zero */
    size_t count;
    _Bool upper_case;
};

static void put(struct text *t, char c)
{
    if (t->upper_case)
        c = (char)upper(c);
    if (t->count < t->room)
        t->to[t->count] = c;
    t->count++;
}

static void put_string(struct text *t, const char *s)
{
    for (; *s; s++)
        put(t, *s);
}

/* A number with at least some digits; the flag '-' takes padding away, '_' and '0' choose it. */
static void put_number(struct text *t, long long n, int digits, char padding, char flag)
{
    char reversed[24];
    int count = 0;
    unsigned long long rest = n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n;
    do
        reversed[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (flag == '_' || flag == '0')
        padding = flag == '_' ? ' ' : '0';
    int missing = flag == '-' ? 0 : digits - count - (n < 0);
    if (padding == ' ')
        for (; missing > 0; missing--)
            put(t, ' ');
    if (n < 0)
        put(t, '-');
    for (; missing > 0; missing--)
        put(t, '0');
    while (count)
        put(t, reversed[--count]);
}

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static void put_name(struct text *t, const char *const *names, int count, int which, int letters)
{
    if (which < 0 || which >= count) {
        put(t, '?');
        return;
    }
    const char *name = names[which];
    for (int i = 0; name[i] && i < letters; i++)
        put(t, name[i]);
}

static _Bool is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The week of ISO 8601, which begins on Monday; the first of a year holds its first Thursday. */
static int iso_week(const struct calendar *c, long long *year)
{
    int monday_based = (c->weekday + 6) % 7;
    *year = c->year + 1900LL;
    int week = (c->day_of_year - monday_based + 10) / 7;
    if (week < 1) {
        --*year;
        int day = c->day_of_year + (is_leap(*year) ? 366 : 365);
        return (day - monday_based + 10) / 7;
    }
    if (week == 53) {
        int length = is_leap(*year) ? 366 : 365;
        if (c->day_of_year - monday_based + 3 >= length) {
            ++*year;
            return 1;
        }
    }
    return week;
}

static int twelve(int hour)
{
    return hour % 12 == 0 ? 12 : hour % 12;
}

static void convert(struct text *t, char letter, char flag, const struct calendar *c);

static void put_all(struct text *t, const char *letters, const struct calendar *c)
{
    for (; *letters; letters++)
        if (lower(*letters) >= 'a' && lower(*letters) <= 'z')
            convert(t, *letters, 0, c);
        else
            put(t, *letters);
}

static long long modulo_100(long long n)
{
    return (n % 100 + 100) % 100;
}

static void convert(struct text *t, char letter, char flag, const struct calendar *c)
{
    long long year = c->year + 1900LL;
    switch (letter) {
    case 'a':
        put_name(t, days, 7, c->weekday, 3);
        return;
    case 'A':
        put_name(t, days, 7, c->weekday, INT_MAX);
        return;
    case 'b':
    case 'h':
        put_name(t, months, 12, c->month, 3);
        return;
    case 'B':
        put_name(t, months, 12, c->month, INT_MAX);
        return;
    case 'c':
        put_all(t, "a b e H:M:S Y", c);
        return;
    case 'C':
        put_number(t, (year - modulo_100(year)) / 100, 2, '0', flag);
        return;
    case 'd':
        put_number(t, c->day, 2, '0', flag);
        return;
    case 'D':
    case 'x':
        put_all(t, "m/d/y", c);
        return;
    case 'e':
        put_number(t, c->day, 2, ' ', flag);
        return;
    case 'F':
        put_all(t, "Y-m-d", c);
        return;
    case 'g':
        iso_week(c, &year);
        put_number(t, modulo_100(year), 2, '0', flag);
        return;
    case 'G':
        iso_week(c, &year);
        put_number(t, year, 1, '0', flag);
        return;
    case 'H':
        put_number(t, c->hour, 2, '0', flag);
        return;
    case 'I':
        put_number(t, twelve(c->hour), 2, '0', flag);
        return;
    case 'j':
        put_number(t, c->day_of_year + 1LL, 3, '0', flag);
        return;
    case 'k':
        put_number(t, c->hour, 2, ' ', flag);
        return;
    case 'l':
        put_number(t, twelve(c->hour), 2, ' ', flag);
        return;
    case 'm':
        put_number(t, c->month + 1LL, 2, '0', flag);
        return;
    case 'M':
        put_number(t, c->minute, 2, '0', flag);
        return;
    case 'n':
        put(t, '\n');
        return;
    case 'p':
        put_string(t, c->hour > 11 ? "PM" : "AM");
        return;
    case 'P':
        t->upper_case = 0;
        put_string(t, c->hour > 11 ? "pm" : "am");
        return;
    case 'r':
        put_all(t, "I:M:S p", c);
        return;
    case 'R':
        put_all(t, "H:M", c);
        return;
    case 'S':
        put_number(t, c->second, 2, '0', flag);
        return;
    case 't':
        put(t, '\t');
        return;
    case 'T':
    case 'X':
        put_all(t, "H:M:S", c);
        return;
    case 'u':
        put_number(t, (c->weekday + 6) % 7 + 1, 1, '0', flag);
        return;
    case 'U':
        put_number(t, (c->day_of_year - c->weekday + 7) / 7, 2, '0', flag);
        return;
    case 'V':
        put_number(t, iso_week(c, &year), 2, '0', flag);
        return;
    case 'w':
        put_number(t, c->weekday, 1, '0', flag);
        return;
    case 'W':
        put_number(t, (c->day_of_year - (c->weekday + 6) % 7 + 7) / 7, 2, '0', flag);
        return;
    case 'y':
        put_number(t, modulo_100(year), 2, '0', flag);
        return;
    case 'Y':
        put_number(t, year, 1, '0', flag);
        return;
    case 'z': {
        if (c->daylight_saving < 0)
            return;
        long minutes = (c->offset < 0 ? -c->offset : c->offset) / 60;
        put(t, c->offset < 0 ? '-' : '+');
        put_number(t, minutes / 60 * 100 + minutes % 60, 4, '0', flag);
        return;
    }
    case 'Z':
        put_string(t, c->zone ? c->zone : "");
        return;
    case '%':
        put(t, '%');
        return;
    default:
        __adumbra_unsupported("strftime with an unknown conversion, a width, or %s");
    }
}

LIBRARY size_t strftime(char *restrict to, size_t room, const char *restrict f, const struct calendar *restrict c)
{
    struct text t = {to, room, 0, 0};
    for (; *f; f++) {
        if (*f != '%') {
            put(&t, *f);
            continue;
        }
        char flag = 0;
        for (f++; *f == '_' || *f == '-' || *f == '0' || *f == '^' || *f == '#'; f++)
            if (*f == '#')
                __adumbra_unsupported("strftime with the flag #");
            else if (*f == '^')
                t.upper_case = 1;
            else
                flag = *f;
        if (*f == 'E' || *f == 'O')
            f++;
        convert(&t, *f, flag, c);
        t.upper_case = 0;
    }
    if (t.count >= room)
        return 0;
    to[t.count] = 0;
    return t.count;
}
