/* Text to numbers: strtol and strtod with their families. */
#include "compare.h"
#include <inttypes.h>

MODEL(strtol); MODEL(strtoul); MODEL(strtoll); MODEL(strtoull); MODEL(strtoimax); MODEL(strtoumax); MODEL(atoi); MODEL(atol);
MODEL(atoll); MODEL(strtof); MODEL(strtod); MODEL(strtold); MODEL(atof);
extern long model___isoc23_strtol(const char *, char **, int);
extern int *model___errno_location(void);

static void integers(const char *s, int base)
{
    char *end = 0, *model_end = 0;
#define INTEGER(name, type)                                                                                            \
    do {                                                                                                               \
        errno = *model___errno_location() = 0;                                                                         \
        type r = name(s, &end, base), m = model_##name(s, &model_end, base);                                           \
        CHECK(r == m && end == model_end && errno == *model___errno_location(), #name "(\"%s\", %d): %lld, not %lld (errno %d, %d)", s, base, \
              (long long)m, (long long)r, *model___errno_location(), errno);                                           \
    } while (0)
    INTEGER(strtol, long);
    INTEGER(strtoul, unsigned long);
    INTEGER(strtoll, long long);
    INTEGER(strtoull, unsigned long long);
    INTEGER(strtoimax, intmax_t);
    INTEGER(strtoumax, uintmax_t);
    CHECK(atoi(s) == model_atoi(s) && atol(s) == model_atol(s) && atoll(s) == model_atoll(s), "atoi(\"%s\")", s);
}

static int same_bits(const void *a, const void *b, size_t n)
{
    return !memcmp(a, b, n);
}

static void floats(const char *s)
{
    char *end = 0, *model_end = 0;
#define FLOAT(name, type, size)                                                                                        \
    do {                                                                                                               \
        errno = *model___errno_location() = 0;                                                                         \
        type r = name(s, &end), m = model_##name(s, &model_end);                                                       \
        CHECK((same_bits(&r, &m, size) || (r != r && m != m)) && end == model_end && errno == *model___errno_location(),         \
              #name "(\"%s\"): %La, not %La; end %td, not %td; errno %d, not %d", s, (long double)m, (long double)r, model_end - s,  \
              end - s, *model___errno_location(), errno);                                                              \
    } while (0)
    FLOAT(strtof, float, 4);
    FLOAT(strtod, double, 8);
    FLOAT(strtold, long double, 10);
}

static void any_integer_text(char *s)
{
    static const char *const starts[] = {"", " ", "\t\n ", "x", "-", "+", "- ", "--"};
    static const char *const prefixes[] = {"", "", "0x", "0X", "0", "0b1"};
    s += sprintf(s, "%s%s%s", starts[below(8)], below(3) ? "" : "-", prefixes[below(6)]);
    const char *digits = below(2) ? "0123456789" : "0123456789abcdefzZ_. ";
    unsigned kinds = (unsigned)strlen(digits), length = below(below(2) ? 6 : 26);
    while (length--)
        *s++ = digits[below(kinds)];
    *s = 0;
}

static void any_float_text(char *s)
{
    static const char *const words[] = {"inf", "INFINITY", "nan", "NaN(x_1)", "nan(", "infinit", ".", "e5", "0x", "0x.p1", "1e", "1e+", "-.e", "0x1p", "0x.8", "1.e1"};
    double x = any_double_value();
    switch (below(9)) {
    case 0:
        sprintf(s, "%s%s", below(2) ? "" : "-", words[below(16)]);
        break;
    case 1:
        sprintf(s, "%.*g", (int)below(25), x);
        break;
    case 2: /* exactly, and half-way between neighbours */
        sprintf(s, "%.*e", (int)below(2) ? 800 : (int)below(60), x);
        break;
    case 3:
        sprintf(s, "%a", x);
        break;
    case 4:
        sprintf(s, "0x%llx.%llxp%d", (unsigned long long)any() >> below(64), (unsigned long long)any(), (int)below(2400) - 1200);
        break;
    case 5: { /* the middle of two doubles, as an integer or exactly printed in a wider type */
        long double middle = (long double)x + ((long double)nextafter(x, INFINITY) - x) / 2;
        sprintf(s, "%.*Le%s", 40 + (int)below(800), middle, below(2) ? "" : "x");
        break;
    }
    case 6:
        sprintf(s, "%llue%d", (unsigned long long)any() >> below(60), (int)below(700) - 350);
        break;
    case 7:
        sprintf(s, " %s%u.%ue%s%u", below(2) ? "+" : "", below(1000), below(1000000), below(2) ? "-" : "", below(400));
        break;
    default:
        sprintf(s, "%.*Lg", (int)below(30), any_long_double_value());
    }
}

void compare_conversions(void)
{
    char s[2000];
    for (int i = 0; i < 20000; i++) {
        any_integer_text(s);
        static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 1, 37, -1};
        integers(s, bases[below(10)]);
    }
    integers("9223372036854775808", 10);
    integers("-9223372036854775808", 10);
    integers("18446744073709551615", 10);
    integers("-18446744073709551616", 10);
    CHECK(model___isoc23_strtol("0b101", 0, 0) == 5 && model___isoc23_strtol("-0B11x", 0, 2) == -3, "C23's binary");
    for (int i = 0; i < 12000; i++) {
        any_float_text(s);
        floats(s);
    }
    static const char *const hard[] = {
        "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "1.7976931348623158e308", "1.7976931348623159e308", "9007199254740993", "9007199254740992.99999999999999999999999",
        "3.4028235677973366e38", "1.1754943508222875e-38", "7.0064923216240853e-46", "7.0064923216240862e-46", "1e-4951", "1e-4960", "1.18973149535723176502e4932",
        "1.2e4932", "1e99999999999999999999", "1e-99999999999999999999", "0e99999999999", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023",
        "0x1p-1075", "0x1.00000000000001p-1075", "0x0.8p-1074", "0x1p-16446", "-0", "+.0e-0",
    };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        floats(hard[i]);
    CHECK(model_atof("1.25x") == 1.25, "atof");
}
