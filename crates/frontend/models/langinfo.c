/* langinfo.h and the parts of locale.h that are about objects: there is one locale, C. */
#include "system.h"

static char *item(int which)
{
    static char empty[] = "";
    static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    static const char *const short_days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
    static const char *const short_months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (which >= 0x20000 && which < 0x20007)
        return (char *)short_days[which - 0x20000];
    if (which >= 0x20007 && which < 0x2000e)
        return (char *)days[which - 0x20007];
    if (which >= 0x2000e && which < 0x2001a)
        return (char *)short_months[which - 0x2000e];
    if (which >= 0x2001a && which < 0x20026)
        return (char *)months[which - 0x2001a];
    switch (which) {
    case 14: /* CODESET */
        return "ANSI_X3.4-1968";
    case 0x20026: /* AM_STR */
        return "AM";
    case 0x20027: /* PM_STR */
        return "PM";
    case 0x20028: /* D_T_FMT */
        return "%a %b %e %H:%M:%S %Y";
    case 0x20029: /* D_FMT */
        return "%m/%d/%y";
    case 0x2002a: /* T_FMT */
        return "%H:%M:%S";
    case 0x2002b: /* T_FMT_AMPM */
        return "%I:%M:%S %p";
    case 0x10000: /* RADIXCHAR */
        return ".";
    case 0x10001: /* THOUSEP */
    case 0x50002: /* YESSTR */
    case 0x50003: /* NOSTR */
        return empty;
    case 0x4000f: /* CRNCYSTR */
        return "-";
    case 0x50000: /* YESEXPR */
        return "^[yY]";
    case 0x50001: /* NOEXPR */
        return "^[nN]";
    default:
        __adumbra_unsupported("nl_langinfo with an unusual item");
    }
}

LIBRARY char *nl_langinfo(int which)
{
    return item(which);
}

LIBRARY char *nl_langinfo_l(int which, void *locale)
{
    return item(which);
}

LIBRARY char *__nl_langinfo_l(int which, void *locale)
{
    return item(which);
}

/* Does an answer mean yes? */
LIBRARY int rpmatch(const char *answer)
{
    return lower(answer[0]) == 'y' ? 1 : lower(answer[0]) == 'n' ? 0 : -1;
}

static char the_locale;

static _Bool names_c(const char *name)
{
    return !name[0] || (name[0] == 'C' && !name[1]) ||
           (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && !name[5]);
}

static void *make_locale(const char *name)
{
    if (!names_c(name)) {
        errno = ENOENT;
        return 0;
    }
    return &the_locale;
}

LIBRARY void *newlocale(int mask, const char *name, void *base)
{
    return make_locale(name);
}

LIBRARY void *__newlocale(int mask, const char *name, void *base)
{
    return make_locale(name);
}

LIBRARY void *duplocale(void *locale)
{
    return locale;
}

LIBRARY void *__duplocale(void *locale)
{
    return locale;
}

LIBRARY void freelocale(void *locale)
{
}

LIBRARY void __freelocale(void *locale)
{
}

#define GLOBAL ((void *)-1)
static void *current = GLOBAL;

static void *use(void *locale)
{
    void *before = current;
    if (locale)
        current = locale;
    return before;
}

LIBRARY void *uselocale(void *locale)
{
    return use(locale);
}

LIBRARY void *__uselocale(void *locale)
{
    return use(locale);
}

/* iconv.h: a conversion exists or not; what it makes of the bytes is open. */
LIBRARY void *iconv_open(const char *to, const char *from)
{
    READ_STRING(to);
    READ_STRING(from);
    return ANY_OUTCOME("iconv_open") == 0 ? &the_locale : (void *)-1;
}

LIBRARY int iconv_close(void *conversion)
{
    return 0;
}

LIBRARY size_t iconv(void *conversion, char **restrict from, size_t *restrict from_left, char **restrict to, size_t *restrict to_left)
{
    if (!from || !*from)
        return 0;
    size_t read = (size_t)__adumbra_any_ulong("iconv"), written = (size_t)__adumbra_any_ulong("iconv");
    __adumbra_assume(read <= *from_left && written <= *to_left);
    read_all(*from, read);
    if (written)
        __adumbra_havoc(*to, written);
    *from += read;
    *from_left -= read;
    *to += written;
    *to_left -= written;
    if (*from_left == 0)
        return (size_t)ANY_WITHIN("iconv", 0, INT_MAX);
    FAIL("iconv");
    return (size_t)-1;
}
