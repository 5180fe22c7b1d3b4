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

LIBRARY size_t __mbrlen(const char *restrict s, size_t n, void *restrict state)
{
    (void)state;
    return decode(0, s, n);
}

/* Converts at most `bytes` bytes to at most n characters; the pointer moves on, to null behind the end. */
static size_t decode_string(wchar_t *to, const char **from, size_t bytes, size_t n)
{
    const char *s = *from;
    size_t i = 0;
    for (; i < bytes && (!to || i < n); i++) {
        if (s[i] < 0) {
            if (to)
                *from = s + i;
            errno = EILSEQ;
            return ILLEGAL;
        }
        if (to)
            to[i] = s[i];
        if (!s[i]) {
            if (to)
                *from = 0;
            return i;
        }
    }
    if (to)
        *from = s + i;
    return i;
}

LIBRARY size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, void *restrict state)
{
    (void)state;
    return decode_string(to, from, SIZE_MAX, n);
}

LIBRARY size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n, void *restrict state)
{
    (void)state;
    return decode_string(to, from, bytes, n);
}

static size_t encode_string(char *to, const wchar_t **from, size_t characters, size_t n)
{
    const wchar_t *s = *from;
    size_t i = 0;
    for (; i < characters && (!to || i < n); i++) {
        if (s[i] < 0 || s[i] > 127) {
            if (to)
                *from = s + i;
            errno = EILSEQ;
            return ILLEGAL;
        }
        if (to)
            to[i] = (char)s[i];
        if (!s[i]) {
            if (to)
                *from = 0;
            return i;
        }
    }
    if (to)
        *from = s + i;
    return i;
}

LIBRARY size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, void *restrict state)
{
    (void)state;
    return encode_string(to, from, SIZE_MAX, n);
}

LIBRARY size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t characters, size_t n, void *restrict state)
{
    (void)state;
    return encode_string(to, from, characters, n);
}

LIBRARY int wcscoll(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

static wchar_t wide_lower(wchar_t c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int compare_folded(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        wchar_t x = wide_lower(a[i]), y = wide_lower(b[i]);
        if (!x || x != y)
            return (x > y) - (x < y);
    }
    return 0;
}

LIBRARY int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    return compare_folded(a, b, SIZE_MAX);
}

LIBRARY int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    return compare_folded(a, b, n);
}

static size_t span(const wchar_t *s, const wchar_t *set, _Bool inside)
{
    size_t i = 0;
    for (; s[i]; i++) {
        size_t j = 0;
        while (set[j] && set[j] != s[i])
            j++;
        if ((set[j] != 0) != inside)
            break;
    }
    return i;
}

LIBRARY size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
    return span(s, set, 1);
}

LIBRARY size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
    return span(s, set, 0);
}

LIBRARY wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
    size_t i = span(s, set, 0);
    return s[i] ? (wchar_t *)s + i : 0;
}

LIBRARY wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict separators, wchar_t **restrict rest)
{
    if (!s)
        s = *rest;
    s += span(s, separators, 1);
    if (!*s) {
        *rest = s;
        return 0;
    }
    wchar_t *end = s + span(s, separators, 0);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}

LIBRARY wchar_t *wcsdup(const wchar_t *s)
{
    size_t size = (length_of(s) + 1) * sizeof *s;
    wchar_t *copy = malloc(size);
    if (copy)
        __builtin_memcpy(copy, s, size);
    return copy;
}

LIBRARY int wcwidth(wchar_t c)
{
    return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1;
}

LIBRARY int wcswidth(const wchar_t *s, size_t n)
{
    size_t i = 0;
    for (; i < n && s[i]; i++)
        if (s[i] < 32 || s[i] > 126)
            return -1;
    return (int)i;
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

/* Classes by name. Their numbers are those of this list, from 1. */
static const char *const classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};

LIBRARY unsigned long wctype(const char *name)
{
    for (unsigned long i = 0; i < sizeof classes / sizeof *classes; i++) {
        size_t j = 0;
        while (name[j] && name[j] == classes[i][j])
            j++;
        if (name[j] == classes[i][j])
            return i + 1;
    }
    return 0;
}

LIBRARY int iswctype(wint c, unsigned long class)
{
    switch (class) {
    case 1:
        return is_wide_letter(c) || between(c, '0', '9');
    case 2:
        return is_wide_letter(c);
    case 3:
        return c == ' ' || c == '\t';
    case 4:
        return c < 32 || c == 127;
    case 5:
        return between(c, '0', '9');
    case 6:
        return between(c, 33, 126);
    case 7:
        return between(c, 'a', 'z');
    case 8:
        return between(c, 32, 126);
    case 9:
        return between(c, 33, 126) && !is_wide_letter(c) && !between(c, '0', '9');
    case 10:
        return c == ' ' || between(c, '\t', '\r');
    case 11:
        return between(c, 'A', 'Z');
    case 12:
        return between(c, '0', '9') || between(c, 'a', 'f') || between(c, 'A', 'F');
    default:
        return 0;
    }
}

LIBRARY wint towlower(wint c)
{
    return between(c, 'A', 'Z') ? c + 32 : c;
}

LIBRARY wint towupper(wint c)
{
    return between(c, 'a', 'z') ? c - 32 : c;
}
