/* What the models share: the ABI of glibc on x86 (types, layouts, constants) and small helpers.
 *
 * LIBRARY marks what a program may see. It is weak, so that a program may define a function of the library itself, as
 * it may with a linker. Inside the models a function calls the helpers below and not public functions, so that
 * such a definition has no effect on the rest of the library (allocation is the exception, as it is in glibc). */
#ifndef ADUMBRA_LIBRARY_H
#define ADUMBRA_LIBRARY_H
#include "adumbra.h"
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define LIBRARY __attribute__((weak))
#define HELPER static inline __attribute__((unused))

typedef long off_t_;

/* errno */
int *__errno_location(void);
#define errno (*__errno_location())
#define ENOENT 2
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ESPIPE 29
#define ERANGE 34
#define EOVERFLOW 75
#define EILSEQ 84

#define LAST_ERROR 133
#define EOF (-1)

/* A call of the system that failed: -1 and any error number. */
HELPER int failed_with(int number)
{
    __adumbra_assume(number > 0 && number <= LAST_ERROR);
    errno = number;
    return -1;
}
#define FAIL(name) failed_with(__adumbra_any_int(name))
/* A call of the system that may succeed, with 0, or fail. */
#define ANY_OUTCOME(name) (__adumbra_any_int(name) == 0 ? 0 : FAIL(name))

HELPER int ranged(int n, int low, int high)
{
    __adumbra_assume(n >= low && n <= high);
    return n;
}
/* Any number of a range. */
#define ANY_WITHIN(name, low, high) ranged(__adumbra_any_int(name), low, high)

/* Descriptors: the lowest that is free, or -1 and an error; and its end, false if it was not open. */
int __adumbra_descriptor_open(void);
_Bool __adumbra_descriptor_close(int descriptor);
void __adumbra_descriptor_take(int descriptor); /* opens this one */

/* A stream. The head has glibc's layout, since macros of its headers read the pointers and flags; the pointers stay null,
 * which makes those macros call __uflow and __overflow. */
struct stream {
    int flags;
    char *unused_pointers[11];
    void *markers;
    struct stream *chain;
    int descriptor;
    int flags2;
    off_t_ old_offset;
    unsigned short column;
    signed char vtable_offset;
    char short_buffer[1];
    void *lock;
    int pushed; /* number of bytes in pushed_back, the last is read first */
    unsigned char pushed_back[8];
    _Bool redirected; /* no longer standard input, although the descriptor is 0 */
    /* A stream on memory (fmemopen, open_memstream) has these; another has nulls. */
    unsigned char *memory;
    size_t room, length, position;
    _Bool appends, grows, owned;
    unsigned char **memory_result; /* where flushing tells the memory and its length */
    size_t *length_result;
};
#define STREAM_EOF 0x10
#define STREAM_ERROR 0x20
/* What a stream is open for, in flags2. */
#define CAN_READ 1
#define CAN_WRITE 2
extern struct stream *stdin, *stdout, *stderr;
int __adumbra_stream_get(struct stream *stream);
void __adumbra_stream_unget(struct stream *stream, int byte);
int __adumbra_stream_put(struct stream *stream, int byte);
struct stream *__adumbra_stream_new(const char *mode, int descriptor);

void *malloc(size_t size);
void free(void *p);
_Noreturn void exit(int status);
_Noreturn void abort(void);

HELPER size_t string_length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

HELPER int is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

HELPER int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

HELPER int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

HELPER int upper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

/* The value of a digit in any base up to 36; 99 if it is none. */
HELPER int digit_value(int c)
{
    if (is_digit(c))
        return c - '0';
    int l = lower(c);
    return l >= 'a' && l <= 'z' ? l - 'a' + 10 : 99;
}

#endif
