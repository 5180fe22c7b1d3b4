/* stdlib.h without allocation, conversion, sorting and ends: arithmetic, random numbers, characters. */
#include "library.h"

LIBRARY int abs(int n)
{
    return n < 0 ? -n : n;
}

LIBRARY long labs(long n)
{
    return n < 0 ? -n : n;
}

LIBRARY long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

LIBRARY intmax_t imaxabs(intmax_t n)
{
    return n < 0 ? -n : n;
}

typedef struct {
    int quotient, remainder;
} int_division;
typedef struct {
    long quotient, remainder;
} long_division;
typedef struct {
    long long quotient, remainder;
} long_long_division;

LIBRARY int_division div(int a, int b)
{
    return (int_division){a / b, a % b};
}

LIBRARY long_division ldiv(long a, long b)
{
    return (long_division){a / b, a % b};
}

LIBRARY long_long_division lldiv(long long a, long long b)
{
    return (long_long_division){a / b, a % b};
}

LIBRARY long_long_division imaxdiv(intmax_t a, intmax_t b)
{
    return (long_long_division){a / b, a % b};
}

/* Random numbers are any numbers of their range, whatever the seed. */
LIBRARY int rand(void)
{
    int n = __adumbra_any_int("rand");
    __adumbra_assume(n >= 0);
    return n;
}

LIBRARY int rand_r(unsigned *seed)
{
    *seed = (unsigned)__adumbra_any_int("rand_r");
    int n = __adumbra_any_int("rand_r");
    __adumbra_assume(n >= 0);
    return n;
}

LIBRARY void srand(unsigned seed)
{
    (void)seed;
}

LIBRARY long random(void)
{
    int n = __adumbra_any_int("random");
    __adumbra_assume(n >= 0);
    return n;
}

LIBRARY void srandom(unsigned seed)
{
    (void)seed;
}

LIBRARY double drand48(void)
{
    double x = __adumbra_any_double("drand48");
    __adumbra_assume(x >= 0 && x < 1);
    return x;
}

LIBRARY long lrand48(void)
{
    int n = __adumbra_any_int("lrand48");
    __adumbra_assume(n >= 0);
    return n;
}

LIBRARY long mrand48(void)
{
    return __adumbra_any_int("mrand48");
}

LIBRARY void srand48(long seed)
{
    (void)seed;
}

LIBRARY long jrand48(unsigned short *state)
{
    __adumbra_havoc(state, 3 * sizeof *state);
    return __adumbra_any_int("jrand48");
}

LIBRARY long nrand48(unsigned short *state)
{
    __adumbra_havoc(state, 3 * sizeof *state);
    return ANY_WITHIN("nrand48", 0, INT_MAX);
}

LIBRARY unsigned arc4random(void)
{
    return (unsigned)__adumbra_any_int("arc4random");
}

LIBRARY unsigned arc4random_uniform(unsigned bound)
{
    unsigned n = (unsigned)__adumbra_any_int("arc4random_uniform");
    __adumbra_assume(bound < 2 ? n == 0 : n < bound);
    return n;
}

LIBRARY void arc4random_buf(void *to, size_t count)
{
    if (count)
        __adumbra_havoc(to, count);
}

LIBRARY long getrandom(void *to, size_t count, unsigned flags)
{
    (void)flags;
    int got = __adumbra_any_int("getrandom");
    if (got < 0)
        return FAIL("getrandom");
    __adumbra_assume((size_t)got <= count);
    if (got > 0)
        __adumbra_havoc(to, (size_t)got);
    return got;
}

LIBRARY int getentropy(void *to, size_t count)
{
    if (count > 256 || ANY_OUTCOME("getentropy") != 0)
        return -1;
    if (count)
        __adumbra_havoc(to, count);
    return 0;
}

LIBRARY int system(const char *command)
{
    (void)command;
    __adumbra_unsupported("system");
}

/* Multibyte characters of the C locale: one byte each, and glibc takes those below 128 only. */
LIBRARY int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n)
{
    if (!s)
        return 0;
    if (n == 0 || *s < 0) {
        errno = EILSEQ;
        return -1;
    }
    if (to)
        *to = *s;
    return *s != 0;
}

LIBRARY int mblen(const char *s, size_t n)
{
    if (!s)
        return 0;
    return n == 0 || *s < 0 ? -1 : *s != 0;
}

LIBRARY int wctomb(char *s, wchar_t c)
{
    if (!s)
        return 0;
    if (c < 0 || c > 127) {
        errno = EILSEQ;
        return -1;
    }
    *s = (char)c;
    return 1;
}

LIBRARY size_t mbstowcs(wchar_t *restrict to, const char *restrict s, size_t n)
{
    for (size_t i = 0; !to || i < n; i++) {
        if (s[i] < 0) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to)
            to[i] = s[i];
        if (!s[i])
            return i;
    }
    return n;
}

LIBRARY size_t wcstombs(char *restrict to, const wchar_t *restrict s, size_t n)
{
    for (size_t i = 0; !to || i < n; i++) {
        if (s[i] < 0 || s[i] > 127) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to)
            to[i] = (char)s[i];
        if (!s[i])
            return i;
    }
    return n;
}
