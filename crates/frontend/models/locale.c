/* locale.h and its kin: there is one locale, C, and no message catalogue. */
#include "library.h"

static char name[] = "C";

static _Bool equal(const char *a, const char *b)
{
    for (; *a == *b; a++, b++)
        if (!*a)
            return 1;
    return 0;
}

/* The environment names no other locale than C. */
LIBRARY char *setlocale(int category, const char *locale)
{
    (void)category;
    return !locale || !*locale || equal(locale, "C") || equal(locale, "POSIX") ? name : 0;
}

/* glibc's order of members. */
struct conventions {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char details[14];
};
static char empty[] = "", point[] = ".";
static struct conventions c_conventions = {
    point, empty, empty, empty, empty, empty, empty, empty, empty, empty,
    {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
     CHAR_MAX, CHAR_MAX},
};

LIBRARY struct conventions *localeconv(void)
{
    return &c_conventions;
}

LIBRARY char *gettext(const char *message)
{
    return (char *)message;
}

LIBRARY char *dgettext(const char *domain, const char *message)
{
    (void)domain;
    return (char *)message;
}

LIBRARY char *dcgettext(const char *domain, const char *message, int category)
{
    (void)domain, (void)category;
    return (char *)message;
}

LIBRARY char *ngettext(const char *one, const char *many, unsigned long n)
{
    return (char *)(n == 1 ? one : many);
}

LIBRARY char *textdomain(const char *domain)
{
    return (char *)domain;
}

LIBRARY char *bindtextdomain(const char *domain, const char *directory)
{
    (void)domain;
    return (char *)directory;
}

LIBRARY char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category)
{
    (void)domain, (void)category;
    return (char *)(n == 1 ? one : many);
}

LIBRARY char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
    (void)domain;
    return (char *)(n == 1 ? one : many);
}

LIBRARY char *__dcgettext(const char *domain, const char *message, int category)
{
    (void)domain, (void)category;
    return (char *)message;
}

LIBRARY char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
    (void)domain;
    return (char *)codeset;
}
