/* err.h and error.h: messages on standard error, and the end of the program. The name before a message is always "program", since nothing
 * that the program can see depends on it. */
#include "library.h"

char *__adumbra_error_message(int number);
int __adumbra_print_stream(struct stream *stream, const char *f, va_list list);

static void put_text(const char *s)
{
    for (; *s; s++)
        __adumbra_stream_put(stderr, *s);
}

static void put_number(unsigned n)
{
    if (n >= 10)
        put_number(n / 10);
    __adumbra_stream_put(stderr, '0' + (int)(n % 10));
}

/* "name: message: what the number means", where the format and the number (if negative) may be missing. */
static void warn_about(int number, const char *f, va_list list)
{
    put_text("program: ");
    if (f) {
        __adumbra_print_stream(stderr, f, list);
        if (number >= 0)
            put_text(": ");
    }
    if (number >= 0)
        put_text(__adumbra_error_message(number));
    __adumbra_stream_put(stderr, '\n');
}

#define NO_NUMBER (-1)

#define WARNER(name, number)                                                                                           \
    LIBRARY void v##name(const char *f, va_list list)                                                                  \
    {                                                                                                                  \
        warn_about(number, f, list);                                                                                   \
    }                                                                                                                  \
    LIBRARY void name(const char *f, ...)                                                                              \
    {                                                                                                                  \
        va_list list;                                                                                                  \
        va_start(list, f);                                                                                             \
        warn_about(number, f, list);                                                                                   \
        va_end(list);                                                                                                  \
    }
WARNER(warn, errno)
WARNER(warnx, NO_NUMBER)

#define ENDER(name, number)                                                                                            \
    LIBRARY _Noreturn void v##name(int status, const char *f, va_list list)                                            \
    {                                                                                                                  \
        warn_about(number, f, list);                                                                                   \
        exit(status);                                                                                                  \
    }                                                                                                                  \
    LIBRARY _Noreturn void name(int status, const char *f, ...)                                                        \
    {                                                                                                                  \
        va_list list;                                                                                                  \
        va_start(list, f);                                                                                             \
        warn_about(number, f, list);                                                                                   \
        exit(status);                                                                                                  \
    }
ENDER(err, errno)
ENDER(errx, NO_NUMBER)

LIBRARY unsigned error_message_count;
LIBRARY int error_one_per_line;
LIBRARY void (*error_print_progname)(void);

static void complain(int status, int number, const char *f, va_list list)
{
    __adumbra_print_stream(stderr, f, list);
    error_message_count++;
    if (number) {
        put_text(": ");
        put_text(__adumbra_error_message(number));
    }
    __adumbra_stream_put(stderr, '\n');
    if (status)
        exit(status);
}

static void introduce(void)
{
    if (error_print_progname)
        error_print_progname();
    else
        put_text("program: ");
}

LIBRARY void error(int status, int number, const char *f, ...)
{
    va_list list;
    va_start(list, f);
    introduce();
    complain(status, number, f, list);
    va_end(list);
}

static _Bool same_place(const char *file, unsigned line)
{
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line && line == last_line) {
        const char *a = file, *b = last_file;
        if (a == b)
            return 1;
        for (; a && b && *a == *b; a++, b++)
            if (!*a)
                return 1;
    }
    last_file = file;
    last_line = line;
    return 0;
}

LIBRARY void error_at_line(int status, int number, const char *file, unsigned line, const char *f, ...)
{
    if (same_place(file, line))
        return;
    if (error_print_progname)
        error_print_progname();
    else
        put_text("program:");
    if (file) {
        put_text(file);
        put_text(":");
        put_number(line);
        put_text(": ");
    } else {
        put_text(" ");
    }
    va_list list;
    va_start(list, f);
    complain(status, number, f, list);
    va_end(list);
}
