/* The checked variants that headers choose when _FORTIFY_SOURCE is on. `room` is the size of the destination, all ones if
 * unknown; too little of it ends the program, as in glibc. */
#include "library.h"

static void need(size_t length, size_t room)
{
    if (length > room)
        __adumbra_end(134);
}

static char *append(char *to, const char *from, size_t count, size_t room)
{
    size_t start = string_length(to);
    need(start + count + 1, room);
    __builtin_memcpy(to + start, from, count);
    to[start + count] = 0;
    return to;
}

static size_t bounded_length(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

LIBRARY void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room)
{
    need(n, room);
    __builtin_memcpy(to, from, n);
    return to;
}

LIBRARY void *__memmove_chk(void *to, const void *from, size_t n, size_t room)
{
    need(n, room);
    __builtin_memmove(to, from, n);
    return to;
}

LIBRARY void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room)
{
    need(n, room);
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

LIBRARY void *__memset_chk(void *to, int value, size_t n, size_t room)
{
    need(n, room);
    __builtin_memset(to, value, n);
    return to;
}

LIBRARY void __explicit_bzero_chk(void *to, size_t n, size_t room)
{
    need(n, room);
    __builtin_memset(to, 0, n);
}

LIBRARY char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    size_t n = string_length(from) + 1;
    need(n, room);
    __builtin_memcpy(to, from, n);
    return to;
}

LIBRARY char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    size_t n = string_length(from) + 1;
    need(n, room);
    __builtin_memcpy(to, from, n);
    return to + n - 1;
}

static size_t copy_padded(char *to, const char *from, size_t n, size_t room)
{
    need(n, room);
    size_t length = bounded_length(from, n);
    __builtin_memcpy(to, from, length);
    __builtin_memset(to + length, 0, n - length);
    return length;
}

LIBRARY char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    copy_padded(to, from, n, room);
    return to;
}

LIBRARY char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    return to + copy_padded(to, from, n, room);
}

LIBRARY char *__strcat_chk(char *restrict to, const char *restrict from, size_t room)
{
    return append(to, from, string_length(from), room);
}

LIBRARY char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    return append(to, from, bounded_length(from, n), room);
}
