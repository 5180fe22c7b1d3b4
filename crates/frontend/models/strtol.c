/* Text to integer: strtol and its family, atoi and its family. */
#include "library.h"

struct parsed {
    unsigned long long magnitude;
    _Bool negative;
    _Bool overflow;
};

/* Reads white space, a sign, a prefix and digits. `binary` allows C23's prefix 0b. Without digits the end is the start. */
static struct parsed parse(const char *s, char **end, int base, _Bool binary)
{
    struct parsed result = {0, 0, 0};
    const char *start = s;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return result;
    }
    while (is_space((unsigned char)*s))
        s++;
    if (*s == '-' || *s == '+')
        result.negative = *s++ == '-';
    if ((base == 0 || base == 16) && s[0] == '0' && lower(s[1]) == 'x' && digit_value(s[2]) < 16) {
        base = 16;
        s += 2;
    } else if (binary && (base == 0 || base == 2) && s[0] == '0' && lower(s[1]) == 'b' && digit_value(s[2]) < 2) {
        base = 2;
        s += 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    const char *digits = s;
    for (int d = digit_value((unsigned char)*s); d < base; d = digit_value((unsigned char)*++s)) {
        if (__builtin_mul_overflow(result.magnitude, (unsigned long long)base, &result.magnitude) ||
            __builtin_add_overflow(result.magnitude, (unsigned long long)d, &result.magnitude))
            result.overflow = 1;
    }
    if (end)
        *end = (char *)(s == digits ? start : s);
    return result;
}

static long long parse_signed(const char *s, char **end, int base, _Bool binary, long long max)
{
    struct parsed p = parse(s, end, base, binary);
    unsigned long long limit = (unsigned long long)max + p.negative;
    if (p.overflow || p.magnitude > limit) {
        errno = ERANGE;
        return p.negative ? -max - 1 : max;
    }
    return (long long)(p.negative ? 0 - p.magnitude : p.magnitude);
}

static unsigned long long parse_unsigned(const char *s, char **end, int base, _Bool binary, unsigned long long max)
{
    struct parsed p = parse(s, end, base, binary);
    if (p.overflow || p.magnitude > max) {
        errno = ERANGE;
        return max;
    }
    return p.negative ? 0 - p.magnitude : p.magnitude;
}

#define INTEGER_PARSERS(prefix, binary)                                                                                \
    LIBRARY long prefix##strtol(const char *restrict s, char **restrict end, int base)                                 \
    {                                                                                                                  \
        return (long)parse_signed(s, end, base, binary, LONG_MAX);                                                     \
    }                                                                                                                  \
    LIBRARY long long prefix##strtoll(const char *restrict s, char **restrict end, int base)                           \
    {                                                                                                                  \
        return parse_signed(s, end, base, binary, LLONG_MAX);                                                          \
    }                                                                                                                  \
    LIBRARY unsigned long prefix##strtoul(const char *restrict s, char **restrict end, int base)                       \
    {                                                                                                                  \
        return (unsigned long)parse_unsigned(s, end, base, binary, ULONG_MAX);                                         \
    }                                                                                                                  \
    LIBRARY unsigned long long prefix##strtoull(const char *restrict s, char **restrict end, int base)                 \
    {                                                                                                                  \
        return parse_unsigned(s, end, base, binary, ULLONG_MAX);                                                       \
    }                                                                                                                  \
    LIBRARY intmax_t prefix##strtoimax(const char *restrict s, char **restrict end, int base)                          \
    {                                                                                                                  \
        return parse_signed(s, end, base, binary, LLONG_MAX);                                                          \
    }                                                                                                                  \
    LIBRARY uintmax_t prefix##strtoumax(const char *restrict s, char **restrict end, int base)                         \
    {                                                                                                                  \
        return parse_unsigned(s, end, base, binary, ULLONG_MAX);                                                       \
    }

INTEGER_PARSERS(, 0)
INTEGER_PARSERS(__isoc23_, 1)

LIBRARY long long strtoq(const char *restrict s, char **restrict end, int base)
{
    return parse_signed(s, end, base, 0, LLONG_MAX);
}

LIBRARY unsigned long long strtouq(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned(s, end, base, 0, ULLONG_MAX);
}

LIBRARY long __strtol_internal(const char *restrict s, char **restrict end, int base, int group)
{
    (void)group;
    return (long)parse_signed(s, end, base, 0, LONG_MAX);
}

LIBRARY unsigned long __strtoul_internal(const char *restrict s, char **restrict end, int base, int group)
{
    (void)group;
    return (unsigned long)parse_unsigned(s, end, base, 0, ULONG_MAX);
}

LIBRARY int atoi(const char *s)
{
    return (int)parse_signed(s, 0, 10, 0, LONG_MAX);
}

LIBRARY long atol(const char *s)
{
    return (long)parse_signed(s, 0, 10, 0, LONG_MAX);
}

LIBRARY long long atoll(const char *s)
{
    return parse_signed(s, 0, 10, 0, LLONG_MAX);
}
