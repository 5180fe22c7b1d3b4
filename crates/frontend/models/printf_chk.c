/* The printf functions that headers choose when _FORTIFY_SOURCE is on; too little room ends the program. */
#include "library.h"

int __adumbra_print_stream(struct stream *stream, const char *f, va_list list);
int __adumbra_print_descriptor(int descriptor, const char *f, va_list list);
int __adumbra_print_buffer(char *buffer, size_t size, const char *f, va_list list);
int __adumbra_print_new(char **result, const char *f, va_list list);

/* A text that needs more than the room ends the program before it is written whole. */
static int print_within(char *buffer, size_t room, const char *f, va_list list)
{
    int length = __adumbra_print_buffer(buffer, room, f, list);
    if (length >= 0 && (size_t)length >= room)
        __adumbra_end(134);
    return length;
}

static int print_bounded(char *buffer, size_t size, size_t room, const char *f, va_list list)
{
    if (size > room)
        __adumbra_end(134);
    return __adumbra_print_buffer(buffer, size, f, list);
}

#define PARAMETERS(...) __VA_ARGS__
#define PRINTER(name, parameters, call)                                                                                \
    LIBRARY int __v##name(PARAMETERS parameters, const char *f, va_list list)                                          \
    {                                                                                                                  \
        (void)flag;                                                                                                    \
        return call;                                                                                                   \
    }                                                                                                                  \
    LIBRARY int __##name(PARAMETERS parameters, const char *f, ...)                                                    \
    {                                                                                                                  \
        (void)flag;                                                                                                    \
        va_list list;                                                                                                  \
        va_start(list, f);                                                                                             \
        int result = call;                                                                                             \
        va_end(list);                                                                                                  \
        return result;                                                                                                 \
    }

PRINTER(printf_chk, (int flag), __adumbra_print_stream(stdout, f, list))
PRINTER(fprintf_chk, (struct stream * stream, int flag), __adumbra_print_stream(stream, f, list))
PRINTER(dprintf_chk, (int descriptor, int flag), __adumbra_print_descriptor(descriptor, f, list))
PRINTER(sprintf_chk, (char *buffer, int flag, size_t room), print_within(buffer, room, f, list))
PRINTER(snprintf_chk, (char *buffer, size_t size, int flag, size_t room), print_bounded(buffer, size, room, f, list))
PRINTER(asprintf_chk, (char **text, int flag), __adumbra_print_new(text, f, list))
