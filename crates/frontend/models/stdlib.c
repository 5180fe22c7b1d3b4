/* stdlib.h without allocation, conversion, sorting and ends: arithmetic, random numbers, the environment, characters. */
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

/* The environment: a variable has no value or any value of at most MAX_VALUE bytes, the same each time. */
#define MAX_VARIABLES 16
#define MAX_NAME 64
#define MAX_VALUE 255

static struct {
    char name[MAX_NAME];
    char value[MAX_VALUE + 1];
    _Bool present;
} environment[MAX_VARIABLES];
static int variables;

static _Bool equal(const char *a, const char *b)
{
    for (; *a == *b; a++, b++)
        if (!*a)
            return 1;
    return 0;
}

static int variable(const char *name)
{
    for (int i = 0; i < variables; i++)
        if (equal(environment[i].name, name))
            return i;
    size_t length = string_length(name);
    if (variables == MAX_VARIABLES || length >= MAX_NAME)
        __adumbra_unsupported("an environment variable beyond the 16th, or with a name of 64 bytes or more");
    int i = variables++;
    __builtin_memcpy(environment[i].name, name, length + 1);
    environment[i].present = __adumbra_any_int("getenv") != 0;
    if (environment[i].present) {
        __adumbra_havoc(environment[i].value, MAX_VALUE);
        environment[i].value[MAX_VALUE] = 0;
    }
    return i;
}

LIBRARY char *getenv(const char *name)
{
    int i = variable(name);
    return environment[i].present ? environment[i].value : 0;
}

LIBRARY char *secure_getenv(const char *name)
{
    int i = variable(name);
    return environment[i].present ? environment[i].value : 0;
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
