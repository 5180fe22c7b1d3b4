/* string.h and strings.h: comparing, searching, copying. Copies of known length are the intrinsics of LLVM. */
#include "library.h"

typedef unsigned char byte;

LIBRARY void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return to;
}

LIBRARY void *memmove(void *to, const void *from, size_t n)
{
    __builtin_memmove(to, from, n);
    return to;
}

LIBRARY void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

LIBRARY void *__mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

LIBRARY void bcopy(const void *from, void *to, size_t n)
{
    __builtin_memmove(to, from, n);
}

LIBRARY void *memset(void *to, int value, size_t n)
{
    __builtin_memset(to, value, n);
    return to;
}

LIBRARY void bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}

LIBRARY void explicit_bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}

LIBRARY void *memccpy(void *restrict to, const void *restrict from, int value, size_t n)
{
    byte *d = to;
    const byte *s = from;
    for (size_t i = 0; i < n; i++) {
        d[i] = s[i];
        if (s[i] == (byte)value)
            return d + i + 1;
    }
    return 0;
}

static int compare_bytes(const void *a, const void *b, size_t n)
{
    const byte *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

LIBRARY int memcmp(const void *a, const void *b, size_t n)
{
    return compare_bytes(a, b, n);
}

LIBRARY int bcmp(const void *a, const void *b, size_t n)
{
    return compare_bytes(a, b, n);
}

LIBRARY void *memchr(const void *p, int value, size_t n)
{
    const byte *s = p;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (byte)value)
            return (void *)(s + i);
    return 0;
}

LIBRARY void *rawmemchr(const void *p, int value)
{
    const byte *s = p;
    while (*s != (byte)value)
        s++;
    return (void *)s;
}

LIBRARY void *memrchr(const void *p, int value, size_t n)
{
    const byte *s = p;
    while (n--)
        if (s[n] == (byte)value)
            return (void *)(s + n);
    return 0;
}

LIBRARY void *memmem(const void *p, size_t n, const void *what, size_t m)
{
    const byte *s = p;
    for (size_t i = 0; m <= n && i <= n - m; i++)
        if (compare_bytes(s + i, what, m) == 0)
            return (void *)(s + i);
    return 0;
}

LIBRARY size_t strlen(const char *s)
{
    return string_length(s);
}

static size_t bounded_length(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

LIBRARY size_t strnlen(const char *s, size_t n)
{
    return bounded_length(s, n);
}

/* Copies a string with its end; returns where the end went. */
static char *copy_string(char *to, const char *from)
{
    size_t i = 0;
    for (; from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

LIBRARY char *strcpy(char *restrict to, const char *restrict from)
{
    copy_string(to, from);
    return to;
}

LIBRARY char *stpcpy(char *restrict to, const char *restrict from)
{
    return copy_string(to, from);
}

LIBRARY char *__stpcpy(char *restrict to, const char *restrict from)
{
    return copy_string(to, from);
}

static char *copy_padded(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    char *end = to + i;
    for (; i < n; i++)
        to[i] = 0;
    return end;
}

LIBRARY char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    copy_padded(to, from, n);
    return to;
}

LIBRARY char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    return copy_padded(to, from, n);
}

LIBRARY size_t strlcpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = string_length(from);
    if (n) {
        size_t count = length < n ? length : n - 1;
        __builtin_memcpy(to, from, count);
        to[count] = 0;
    }
    return length;
}

LIBRARY size_t strlcat(char *restrict to, const char *restrict from, size_t n)
{
    size_t start = bounded_length(to, n), length = string_length(from);
    if (start < n) {
        size_t count = length < n - start ? length : n - start - 1;
        __builtin_memcpy(to + start, from, count);
        to[start + count] = 0;
    }
    return start + length;
}

LIBRARY char *strcat(char *restrict to, const char *restrict from)
{
    copy_string(to + string_length(to), from);
    return to;
}

LIBRARY char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *end = to + string_length(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

static int compare_strings(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (byte)a[i] - (byte)b[i];
}

LIBRARY int strcmp(const char *a, const char *b)
{
    return compare_strings(a, b);
}

LIBRARY int strcoll(const char *a, const char *b)
{
    return compare_strings(a, b);
}

LIBRARY int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!a[i] || a[i] != b[i])
            return (byte)a[i] - (byte)b[i];
    return 0;
}

LIBRARY int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && lower((byte)a[i]) == lower((byte)b[i]))
        i++;
    return lower((byte)a[i]) - lower((byte)b[i]);
}

LIBRARY int strncasecmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!a[i] || lower((byte)a[i]) != lower((byte)b[i]))
            return lower((byte)a[i]) - lower((byte)b[i]);
    return 0;
}

LIBRARY size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = string_length(from);
    if (n)
        __builtin_memcpy(to, from, length < n ? length + 1 : n);
    return length;
}

static char *find_or_end(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

static char *find(const char *s, int c)
{
    char *p = find_or_end(s, c);
    return *p == (char)c ? p : 0;
}

static char *find_last(const char *s, int c)
{
    for (size_t i = string_length(s) + 1; i-- > 0;)
        if (s[i] == (char)c)
            return (char *)s + i;
    return 0;
}

LIBRARY char *strchr(const char *s, int c)
{
    return find(s, c);
}

LIBRARY char *index(const char *s, int c)
{
    return find(s, c);
}

LIBRARY char *strchrnul(const char *s, int c)
{
    return find_or_end(s, c);
}

LIBRARY char *strrchr(const char *s, int c)
{
    return find_last(s, c);
}

LIBRARY char *rindex(const char *s, int c)
{
    return find_last(s, c);
}

LIBRARY char *strstr(const char *s, const char *what)
{
    for (;; s++) {
        size_t i = 0;
        while (what[i] && s[i] == what[i])
            i++;
        if (!what[i])
            return (char *)s;
        if (!*s)
            return 0;
    }
}

LIBRARY char *strcasestr(const char *s, const char *what)
{
    for (;; s++) {
        size_t i = 0;
        while (what[i] && lower((byte)s[i]) == lower((byte)what[i]))
            i++;
        if (!what[i])
            return (char *)s;
        if (!*s)
            return 0;
    }
}

static size_t span(const char *s, const char *set)
{
    size_t i = 0;
    while (s[i] && find(set, s[i]))
        i++;
    return i;
}

static size_t span_until(const char *s, const char *set)
{
    size_t i = 0;
    while (s[i] && !find(set, s[i]))
        i++;
    return i;
}

LIBRARY size_t strspn(const char *s, const char *set)
{
    return span(s, set);
}

LIBRARY size_t strcspn(const char *s, const char *set)
{
    return span_until(s, set);
}

LIBRARY char *strpbrk(const char *s, const char *set)
{
    s += span_until(s, set);
    return *s ? (char *)s : 0;
}

static char *next_token(char *s, const char *separators, char **rest)
{
    if (!s)
        s = *rest;
    s += span(s, separators);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + span_until(s, separators);
    *rest = end;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

LIBRARY char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    return next_token(s, separators, rest);
}

LIBRARY char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    return next_token(s, separators, rest);
}

static char *strtok_rest;

LIBRARY char *strtok(char *restrict s, const char *restrict separators)
{
    return next_token(s, separators, &strtok_rest);
}

LIBRARY char *strsep(char **restrict s, const char *restrict separators)
{
    char *token = *s;
    if (!token)
        return 0;
    char *end = token + span_until(token, separators);
    *s = 0;
    if (*end) {
        *end = 0;
        *s = end + 1;
    }
    return token;
}

static char *duplicate(const char *s, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        __builtin_memcpy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

LIBRARY char *strdup(const char *s)
{
    return duplicate(s, string_length(s));
}

LIBRARY char *__strdup(const char *s)
{
    return duplicate(s, string_length(s));
}

LIBRARY char *strndup(const char *s, size_t n)
{
    return duplicate(s, bounded_length(s, n));
}

LIBRARY char *__strndup(const char *s, size_t n)
{
    return duplicate(s, bounded_length(s, n));
}

static int first_set(unsigned long long value)
{
    return value ? __builtin_ctzll(value) + 1 : 0;
}

/* Compares numbers in the text by their value; those that begin with 0 are fractions, in which more zeros come before fewer. */
LIBRARY int strverscmp(const char *a, const char *b)
{
    size_t i = 0, start;
    while (a[i] && a[i] == b[i])
        i++;
    if (a[i] == b[i])
        return 0;
    for (start = i; start > 0 && is_digit(a[start - 1]); start--)
        ;
    int order = (unsigned char)a[i] - (unsigned char)b[i];
    if (!is_digit(a[start]) && !is_digit(b[start]))
        return order;
    if (start == i ? is_digit(a[i]) && is_digit(b[i]) && (a[i] == '0' || b[i] == '0') : a[start] == '0') {
        /* A fraction: it ends where the zeros or the digits do. */
        size_t zeros = start;
        while (zeros < i && a[zeros] == '0')
            zeros++;
        if (zeros == i && !is_digit(a[i]) && start < i)
            return is_digit(b[i]) ? 1 : order;
        if (zeros == i && !is_digit(b[i]) && start < i)
            return -1;
        return order;
    }
    size_t m = i, n = i;
    while (is_digit(a[m]))
        m++;
    while (is_digit(b[n]))
        n++;
    if (start == i && (m == i || n == i))
        return order;
    return m != n ? (m > n ? 1 : -1) : order;
}

/* Exchanges the bytes of each pair; a last single byte is left out. */
LIBRARY void swab(const void *restrict from, void *restrict to, long n)
{
    const char *source = from;
    char *target = to;
    for (long i = 0; i + 1 < n; i += 2) {
        char first = source[i];
        target[i] = source[i + 1];
        target[i + 1] = first;
    }
}

LIBRARY int ffs(int value)
{
    return first_set((unsigned)value);
}

LIBRARY int ffsl(long value)
{
    return first_set((unsigned long)value);
}

LIBRARY int ffsll(long long value)
{
    return first_set((unsigned long long)value);
}
