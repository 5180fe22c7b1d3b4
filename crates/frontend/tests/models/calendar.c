/* time.h: the calendar and its formats. */
#include "compare.h"
#include <time.h>

MODEL(gmtime_r); MODEL(gmtime); MODEL(timegm); MODEL(asctime_r); MODEL(asctime); MODEL(strftime); MODEL(mktime); MODEL(localtime_r); MODEL(ctime_r); MODEL(timespec_get);

static int same(const struct tm *a, const struct tm *b)
{
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
           a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff && !strcmp(a->tm_zone, b->tm_zone);
}

static void format_all(const struct tm *t)
{
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%";
    char format[64], a[128], b[128];
    for (const char *l = letters; *l; l++) {
        const char *flag = (const char *[]){"", "_", "-", "0", "^", "E", "O"}[below(7)];
        if ((*flag == 'E' || *flag == 'O') && !strchr(*flag == 'E' ? "cCxXyY" : "deHImMSuUVwWy", *l))
            flag = "";
        /* What flags do to compound conversions, and E to C, is not the model's business. */
        if ((*flag == '_' || *flag == '-' || *flag == '0') && !strchr("CdegHIjklmMSuUVwWyY", *l))
            flag = "";
        sprintf(format, "<%%%s%c>", flag, *l);
        size_t room = below(4) ? sizeof a : below(12);
        memset(a, 0, sizeof a), memset(b, 0, sizeof b);
        size_t x = model_strftime(a, room, format, t), y = strftime(b, room, format, t);
        CHECK(x == y && (!x || !strcmp(a, b)), "strftime %s: \"%s\" %zu, not \"%s\" %zu", format, a, x, b, y);
    }
}

void compare_calendar(void)
{
    struct tm a, b;
    char text[64], other[64];
    for (int i = 0; i < 20000; i++) {
        time_t t = (time_t)((int64_t)any() >> (below(2) ? 29 : 24));
        memset(&a, 0, sizeof a);
        CHECK(model_gmtime_r(&t, &a) && gmtime_r(&t, &b) && same(&a, &b), "gmtime of %lld", (long long)t);
        if (b.tm_year > -900 && b.tm_year < 8100) {
            CHECK(model_asctime_r(&a, text) && !strcmp(text, asctime_r(&b, other)), "asctime: %s, not %s", text, other);
            if (i % 20 == 0)
                format_all(&b);
        }
        struct tm c = {.tm_sec = (int)below(200) - 100, .tm_min = (int)below(200) - 100, .tm_hour = (int)below(100) - 50, .tm_mday = (int)below(80) - 20,
                       .tm_mon = (int)below(60) - 30, .tm_year = (int)below(160)}, d = c;
        if (c.tm_year >= 135 || c.tm_year <= 5)
            c.tm_year = d.tm_year = 70;
        time_t x = model_timegm(&c), y = timegm(&d);
        CHECK(x == y && same(&c, &d), "timegm: %lld, not %lld", (long long)x, (long long)y);
    }
    for (int i = -1; i <= 1 && sizeof(time_t) == 8; i++)
        for (int j = 0; j < 2; j++) {
            time_t edge = (time_t)(j ? 67768036191676799LL : -67768040609740800LL) + i;
            CHECK(!model_gmtime_r(&edge, &a) == !gmtime_r(&edge, &b) && (!gmtime_r(&edge, &b) || same(&a, &b)), "gmtime of %lld", (long long)edge);
        }
    time_t t = 1700000000;
    next_int = 1;
    assumption_failed = 0;
    CHECK(model_localtime_r(&t, &a) && a.tm_gmtoff == 1 && a.tm_isdst == 1 && a.tm_sec == 21 && !assumption_failed, "local time has any offset");
    CHECK(model_mktime(&a) == t, "mktime takes it back");
    CHECK(!strcmp(model_ctime_r(&t, text), "Tue Nov 14 22:13:21 2023\n"), "ctime: %s", text);
    struct timespec s;
    next_ulong = 77;
    CHECK(model_timespec_get(&s, TIME_UTC) == TIME_UTC && s.tv_sec == 77 && s.tv_nsec == 1 && model_timespec_get(&s, 9) == 0, "timespec_get");
    a.tm_year = 9000;
    CHECK(GUARDED(model_asctime_r(&a, text)) == UNSUPPORTED, "asctime of a far year");
}
