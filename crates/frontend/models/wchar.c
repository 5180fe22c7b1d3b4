/* wchar.h and wctype.h: wide strings, and characters of the C locale, which are those below 128. */
#include "library.h"

typedef unsigned wint;
#define WEOF 0xffffffffu
#define ILLEGAL ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

static size_t length_of(const wchar_t *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

LIBRARY size_t wcslen(const wchar_t *s)
{
    return length_of(s);
}

LIBRARY size_t wcsnlen(const wchar_t *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

LIBRARY wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n * sizeof *to);
    return to;
}

LIBRARY wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    __builtin_memmove(to, from, n * sizeof *to);
    return to;
}

LIBRARY wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

LIBRARY int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

LIBRARY wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)s + i;
    return 0;
}

LIBRARY wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    __builtin_memcpy(to, from, (length_of(from) + 1) * sizeof *to);
    return to;
}

LIBRARY wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

LIBRARY wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    __builtin_memcpy(to + length_of(to), from, (length_of(from) + 1) * sizeof *to);
    return to;
}

LIBRARY int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!a[i] || a[i] != b[i])
            return (a[i] > b[i]) - (a[i] < b[i]);
    return 0;
}

LIBRARY int wcscmp(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

LIBRARY wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (;; s++) {
        if (*s == c)
            return (wchar_t *)s;
        if (!*s)
            return 0;
    }
}

LIBRARY wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    for (size_t i = length_of(s) + 1; i-- > 0;)
        if (s[i] == c)
            return (wchar_t *)s + i;
    return 0;
}

LIBRARY wchar_t *wcsstr(const wchar_t *s, const wchar_t *what)
{
    for (;; s++) {
        size_t i = 0;
        while (what[i] && s[i] == what[i])
            i++;
        if (!what[i])
            return (wchar_t *)s;
        if (!*s)
            return 0;
    }
}

LIBRARY wint btowc(int c)
{
    return c >= 0 && c < 128 ? (wint)c : WEOF;
}

LIBRARY int wctob(wint c)
{
    return c < 128 ? (int)c : EOF;
}

/* No character has more than one byte, so no state is ever between two. */
LIBRARY int mbsinit(const void *state)
{
    (void)state;
    return 1;
}

static size_t decode(wchar_t *to, const char *s, size_t n)
{
    if (!s)
        return 0;
    if (n == 0)
        return INCOMPLETE;
    if (*s < 0) {
        errno = EILSEQ;
        return ILLEGAL;
    }
    if (to)
        *to = *s;
    return *s != 0;
}

LIBRARY size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, void *restrict state)
{
    (void)state;
    return decode(to, s, n);
}

LIBRARY size_t mbrlen(const char *restrict s, size_t n, void *restrict state)
{
    (void)state;
    return decode(0, s, n);
}

LIBRARY size_t wcrtomb(char *restrict s, wchar_t c, void *restrict state)
{
    (void)state;
    if (!s)
        return 1;
    if (c < 0 || c > 127) {
        errno = EILSEQ;
        return ILLEGAL;
    }
    *s = (char)c;
    return 1;
}

static _Bool between(wint c, wint low, wint high)
{
    return c >= low && c <= high;
}

static _Bool is_wide_letter(wint c)
{
    return between(c | 32, 'a', 'z') && c < 128;
}

#define CLASSIFIER(name, condition)                                                                                    \
    LIBRARY int name(wint c)                                                                                           \
    {                                                                                                                  \
        return condition;                                                                                              \
    }
CLASSIFIER(iswalpha, is_wide_letter(c))
CLASSIFIER(iswdigit, between(c, '0', '9'))
CLASSIFIER(iswalnum, is_wide_letter(c) || between(c, '0', '9'))
CLASSIFIER(iswblank, c == ' ' || c == '\t')
CLASSIFIER(iswcntrl, c < 32 || c == 127)
CLASSIFIER(iswgraph, between(c, 33, 126))
CLASSIFIER(iswprint, between(c, 32, 126))
CLASSIFIER(iswlower, between(c, 'a', 'z'))
CLASSIFIER(iswupper, between(c, 'A', 'Z'))
CLASSIFIER(iswpunct, between(c, 33, 126) && !is_wide_letter(c) && !between(c, '0', '9'))
CLASSIFIER(iswspace, c == ' ' || between(c, '\t', '\r'))
CLASSIFIER(iswxdigit, between(c, '0', '9') || between(c, 'a', 'f') || between(c, 'A', 'F'))

LIBRARY wint towlower(wint c)
{
    return between(c, 'A', 'Z') ? c + 32 : c;
}

LIBRARY wint towupper(wint c)
{
    return between(c, 'a', 'z') ? c - 32 : c;
}
